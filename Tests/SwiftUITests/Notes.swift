import CoreData
import Testing
import StrataViewGraph

@testable import SwiftUI

/// A managed object class for the tests.
final class Note: NSManagedObject, Identifiable {
    var group: String? {
        get { value(at: 0, "group") }
        set { setValue(newValue, at: 0, "group") }
    }
    var number: Int64 {
        get { value(at: 1, "number") }
        set { setValue(newValue, at: 1, "number") }
    }
    var text: String {
        get { value(at: 2, "text") }
        set { setValue(newValue, at: 2, "text") }
    }

    var unread: Bool {
        get { value(at: 3, "unread") }
        set { setValue(newValue, at: 3, "unread") }
    }

    /// A value that no store has.
    var remark: String?

    enum Parity { case even, odd }

    var parity: Parity { number.isMultiple(of: 2) ? .even : .odd }

    static let model: NSManagedObjectModel = {
        let entity = NSEntityDescription()
        entity.name = "Note"
        entity.managedObjectClassName = NSStringFromClass(Note.self)
        let attributes: [(String, NSAttributeType)] = [
            ("group", .stringAttributeType), ("number", .integer64AttributeType), ("text", .stringAttributeType),
            ("unread", .booleanAttributeType),
        ]
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()
}

extension NSManagedObjectContext {
    /// Returns all notes, sorted by number.
    func notes() throws -> [Note] { try fetch(NSFetchRequest<Note>(entityName: "Note")).sorted { $0.number < $1.number } }
}

/// Returns a container with notes in an in-memory store.
@MainActor
func makeContainer(notes: Int, groups: Int = 3) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Notes", managedObjectModel: Note.model)
    container.persistentStoreDescriptions[0].url = URL(filePath: "/dev/null")
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    for number in 0..<notes {
        let note = Note(context: container.viewContext)
        note.number = Int64(number)
        note.group = "group \(number % groups)"
        note.text = "note \(number)"
    }
    try container.viewContext.save()
    return container
}

/// A window that shows a view, and the texts in it.
@MainActor
struct Shown {
    let graph: WindowGraph

    init(_ view: some View) { self.init(graph: WindowGraph(title: "Test", content: view)) }

    /// Shows a window that an app has made.
    init(graph: WindowGraph) {
        self.graph = graph
        graph.mount()
        graph.appear()
        update()
    }

    func update() { while !graph.flush().isEmpty {} }

    var texts: [String] {
        func read(_ element: Element) -> [String] {
            guard case .text(let text) = element.content else { return element.children.flatMap(read) }
            return [text.runs.map { if case .string(let string) = $0 { string } else { "" } }.joined()]
        }
        return read(graph.root)
    }

    /// Presses a button and returns the animation with which the window is drawn afterwards.
    func animation(ofPressing title: String) -> Animation? {
        send(title)
        let animation = graph.flushAnimated().animation
        update()
        return animation
    }

    func press(_ title: String) {
        send(title)
        update()
    }

    func send(_ title: String) {
        func find(_ element: Element) -> Element? {
            if case .control(.button) = element.content, element.children.contains(where: { read($0) == title }) {
                return element
            }
            for child in element.children { if let found = find(child) { return found } }
            return nil
        }
        func read(_ element: Element) -> String? {
            guard case .text(let text) = element.content, case .string(let string)? = text.runs.first else { return nil }
            return string
        }
        guard let button = find(graph.root) else {
            Issue.record("there is no button \(title)")
            return
        }
        graph.send(PressEvent(), to: button.id)
    }
}
