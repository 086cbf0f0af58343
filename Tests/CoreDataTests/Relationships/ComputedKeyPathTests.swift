import Foundation
import Testing

@testable import CoreData

enum Urgency: Int16 {
    case soon = 3
    case later = 7

    var title: String { self == .soon ? "Soon" : "Later" }
}

final class Errand: NSManagedObject {
    var link: String? {
        get { value(at: 0, "link") }
        set { setValue(newValue, at: 0, "link") }
    }
    var name: String {
        get { value(at: 1, "name") }
        set { setValue(newValue, at: 1, "name") }
    }
    var priority: Int16 {
        get { value(at: 2, "priority") }
        set { setValue(newValue, at: 2, "priority") }
    }
    var tags: [String]? {
        get { value(at: 3, "tags") }
        set { setValue(newValue, at: 3, "tags") }
    }
    var urgency: Int16 {
        get { value(at: 4, "urgency") }
        set { setValue(newValue, at: 4, "urgency") }
    }
    var words: [String] {
        get { value(at: 5, "words") }
        set { setValue(newValue, at: 5, "words") }
    }

    var level: String { ["Low", "Medium", "High"][Int(priority)] }
    var urgencyTitle: String { Urgency(rawValue: urgency)!.title }
    var host: String? { URL(string: link!)!.host() }
    var initial: String { String(name[name.startIndex]) }
    var shownName: String { name.isEmpty ? "Other" : name }
    var shownLink: String { link ?? "None" }
    var certainLink: String { link! }
    var line: String { words.joined(separator: " ") }
    var tagCount: Int { tags?.count ?? 0 }

    static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Errand"
        entity.managedObjectClassName = NSStringFromClass(Errand.self)
        entity.properties = [
            NSManagedObjectModel.attribute("link", .string),
            NSManagedObjectModel.attribute("name", .string),
            NSManagedObjectModel.attribute("priority", .integer16, default: Int16(1)),
            NSManagedObjectModel.attribute("tags", .transformable),
            NSManagedObjectModel.attribute("urgency", .integer16, default: Int16(3)),
            NSManagedObjectModel.attribute("words", .transformable),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }
}

extension Book {
    fileprivate var certainName: String { author!.name! }
    fileprivate var nameOfAuthor: String? { author?.name }
    fileprivate var certainAuthor: Author { author! }
    fileprivate var shownTitle: String { title ?? "Untitled" }
}

/// Computed properties, which run on an object that was made to find out what they read.
@Suite struct ComputedKeyPathTests {
    private let library = NSManagedObjectModel.library()
    private let errands = Errand.model()

    private func ofBook(_ keyPath: AnyKeyPath) -> KeyPathNames.Resolution {
        KeyPathNames.resolve(keyPath, in: library.entitiesByName["Book"])
    }

    private func ofErrand(_ keyPath: AnyKeyPath) -> KeyPathNames.Resolution {
        KeyPathNames.resolve(keyPath, in: errands.entitiesByName["Errand"])
    }

    @Test func `a property that reads several others does not meet a relationship that is nil`() {
        #expect(ofBook(\Book.certainName) == .computed)
        #expect(ofBook(\Book.nameOfAuthor) == .computed)
        #expect(ofBook(\Book.certainAuthor) == .computed)
        #expect(ofBook(\Book.certainAuthor.name) == .computed)
        #expect(ofBook(\Book.author?.name) == .path(["author", "name"]))
    }

    @Test func `a property that replaces nil is computed`() {
        #expect(ofBook(\Book.shownTitle) == .computed)
        #expect(ofBook(\Book.title) == .property("title"))
        #expect(ofBook(\Book.title!) == .property("title"))
        #expect(ofErrand(\Errand.shownLink) == .computed)
        #expect(ofErrand(\Errand.certainLink) == .computed)
    }

    @Test func `a property that replaces an empty text is computed`() {
        #expect(ofErrand(\Errand.shownName) == .computed)
        #expect(ofErrand(\Errand.name) == .property("name"))
    }

    @Test func `a computed property is first asked with the values of a new object`() {
        #expect(ofErrand(\Errand.level) == .computed)
        #expect(ofErrand(\Errand.urgencyTitle) == .computed)
        #expect(ofErrand(\Errand.host) == .computed)
        #expect(ofErrand(\Errand.initial) == .computed)
        #expect(ofErrand(\Errand.priority) == .property("priority"))
        #expect(ofErrand(\Errand.urgency) == .property("urgency"))
    }

    @Test func `a part of a value that no store knows is computed`() {
        #expect(ofErrand(\Errand.tags?.count) == .computed)
        #expect(ofErrand(\Errand.tagCount) == .computed)
        #expect(ofErrand(\Errand.line) == .computed)
        #expect(ofErrand(\Errand.tags) == .property("tags"))
    }

    @Test func `the components of a key path are counted outside of types`() {
        #expect(KeyPathComponents(\Book.title).count == 1)
        #expect(KeyPathComponents(\Book.author?.name).count == 2)
        #expect(KeyPathComponents(\Book.author!.name!.count).count == 3)
        #expect(KeyPathComponents(\Errand.tags?.count).count == 2)
        #expect(KeyPathComponents(\Book.author!.name).isForced)
        #expect(!KeyPathComponents(\Book.author?.name).isForced)
    }
}
