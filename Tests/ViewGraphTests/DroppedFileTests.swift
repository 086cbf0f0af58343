import Foundation
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

/// Files that are dropped on destinations that cannot take them anymore.
@MainActor
struct DroppedFileTests {
    @Observable final class Model {
        /// Whether there is the destination.
        var isThere = true
        var isDisabled = false
        var words = ["x"]
        var drops = 0
    }

    private struct Content: View {
        let model: Model

        var body: some View {
            VStack {
                if model.isThere {
                    Text("b").onDrop(of: [.text], isTargeted: nil) { _ in
                        model.drops += 1
                        return true
                    }.disabled(model.isDisabled)
                }
                List {
                    ForEach(model.words, id: \.self) { Text($0) }.onInsert(of: [.text]) { _, _ in model.drops += 1 }
                }
            }
        }
    }

    private let model = Model()

    private func destination(_ screen: Screen) throws -> Screen.Item {
        try #require(screen.find { !$0.traits.interaction.drops.isEmpty })
    }

    /// Uploads a file to an element.
    private func upload(to item: Screen.Item, of screen: Screen) throws -> (url: URL, drop: DropEvent) {
        let files = screen.graph.files
        let upload = try #require(try files.beginUpload(named: "a.txt", to: item.id))
        try Data("hello".utf8).write(to: upload.url)
        #expect(files.finishUpload(upload.id))
        let item = DropEvent.Received(id: upload.id, type: "text/plain", isFile: true)
        return (upload.url, DropEvent(.dropped, items: [item]))
    }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path) }

    @Test func `a destination that is there takes the file`() throws {
        let screen = Screen(Content(model: model))
        let item = try destination(screen)
        let (url, drop) = try upload(to: item, of: screen)
        screen.update()
        #expect(try screen.graph.send(DropEvent.name, to: item.id) { _ in drop })
        #expect(model.drops == 1)
        #expect(exists(url))
        screen.graph.close()
    }

    @Test func `the files for a destination that is removed are removed`() throws {
        let screen = Screen(Content(model: model))
        let item = try destination(screen)
        let files = screen.graph.files
        let arrived = try upload(to: item, of: screen).url
        let arriving = try #require(try files.beginUpload(named: "a.txt", to: item.id))
        model.isThere = false
        screen.update()
        #expect(!exists(arrived))
        #expect(!arriving.state.goesOn)
        #expect(!files.finishUpload(arriving.id))
        #expect(!exists(arriving.url))
    }

    @Test func `the files of a drop on an element that is no destination anymore are removed`() throws {
        let screen = Screen(Content(model: model))
        let item = try destination(screen)
        let (url, drop) = try upload(to: item, of: screen)
        model.isDisabled = true
        screen.update()
        #expect(try !screen.graph.send(DropEvent.name, to: item.id) { _ in drop })
        #expect(model.drops == 0)
        #expect(!exists(url))
    }

    @Test func `the files of a drop on a destination that an element does not have are removed`() throws {
        let screen = Screen(Content(model: model))
        let item = try destination(screen)
        var (url, drop) = try upload(to: item, of: screen)
        drop.index = 5
        screen.send(drop, to: item)
        #expect(model.drops == 0)
        #expect(!exists(url))
    }

    @Test func `the files of a drop between rows stay`() throws {
        let screen = Screen(Content(model: model))
        let (url, drop) = try upload(to: try #require(screen.rows.first), of: screen)
        screen.send(drop, to: screen.rows.first)
        #expect(model.drops == 1)
        #expect(exists(url))
        screen.graph.close()
    }
}
