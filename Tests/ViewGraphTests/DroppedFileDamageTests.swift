import Foundation
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

/// Uploads whose bytes are damaged or hostile, for values that a decoder reads.
@MainActor
@Suite struct DroppedFileDamageTests {
    private struct Recipe: Codable, Transferable {
        var title: String

        static var transferRepresentation: some TransferRepresentation { CodableRepresentation(contentType: .json) }
    }

    @Observable final class Model {
        var titles: [String] = []
    }

    private let model = Model()

    private static let damaged = [
        "", "{", "{\"title\": 1}", "{\"title\": \"", "[1e999]", String(repeating: "[", count: 100_000),
    ]

    private func drop(_ texts: [String], on screen: Screen) throws {
        let items = try texts.map { text in
            let upload = try #require(try screen.graph.files.beginUpload(named: "recipe.json"))
            try Data(text.utf8).write(to: upload.url)
            return DropEvent.Received(id: upload.id, type: "application/json", isFile: true)
        }
        screen.send(DropEvent(.dropped, items: items), to: screen.find { !$0.traits.interaction.drops.isEmpty })
    }

    /// Waits until the model has a number of titles.
    private func titles(_ count: Int) async -> [String] {
        while model.titles.count < count { await Task.yield() }
        return model.titles
    }

    @Test func `a damaged file is an error, and the others are dropped`() async throws {
        let model = model
        let screen = Screen(
            Text("b").dropDestination(for: Recipe.self) { recipes, _ in
                model.titles += recipes.map(\.title)
                return true
            })
        try drop(Self.damaged + ["{\"title\": \"A\"}"], on: screen)
        #expect(await titles(1) == ["A"])
        #expect(WarningLog.messages.contains { $0.hasPrefix("A dropped item could not be read as Recipe") })
        try drop(["{\"title\": \"B\"}"], on: screen)
        #expect(await titles(2) == ["A", "B"])
    }
}
