import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost
@testable import SwiftUI

/// Stored values with which the app traps: a tab presents its scene to servers in processes of their
/// own, one after the other.
struct RestorationTrapTests {
    /// One of three fruits; a trap for an index beyond them.
    private static func fruit(_ index: Int) -> String {
        let fruits = ["apricot", "banana", "cherry"]
        guard index < fruits.count else { fatalError("There is no fruit \(index).") }
        return fruits[index]
    }

    private struct Fruit: View {
        @SceneStorage("index") private var index = 0
        var body: some View { Text(RestorationTrapTests.fruit(index)) }
    }

    /// A fruit that is shown when the view has appeared.
    private struct LateFruit: View {
        @SceneStorage("index") private var index = 0
        @State private var hasAppeared = false
        var body: some View { Text(hasAppeared ? RestorationTrapTests.fruit(index) : "none").onAppear { hasAppeared = true } }
    }

    /// Starts a server, to which a tab presents the name of a session. Returns what the window shows.
    @MainActor
    private static func restore(_ name: String, in path: String, isLate: Bool) async throws -> String {
        let windows = Windows(scenes: SceneSessions(store: StoredScenes(at: URL(filePath: path)))) { request in
            var environment = EnvironmentValues()
            environment.sceneSession = request.session
            return isLate
                ? WindowGraph(title: "Fruit", environment: environment, content: LateFruit())
                : WindowGraph(title: "Fruit", environment: environment, content: Fruit())
        }
        let page = try windows.open()
        let token = try #require(page.firstMatch(of: /data-window="([0-9a-f]{32})"/)?.1)
        let line = try #require(windows.connect(String(token), awaitsScene: true))
        let surroundings =
            #"{"isVisible":true,"isNarrow":false,"isLow":false,"isDark":false,"prefersMoreContrast":false,"prefersLessMotion":false,"prefersLessTransparency":false,"scale":1}"#
        let message =
            #"{"element":0,"number":1,"event":"restore","scene":"\#(name)","location":"","depth":0,"isReturning":false,"surroundings":\#(surroundings)}"#
        try await windows.receive(try ClientMessage(Data(message.utf8)), for: line.window, line.connection)
        line.window.graph.update()
        let html = line.window.html(nonce: "n")
        await windows.finish()
        return html
    }

    @Test(arguments: [false, true])
    func `values with which the app traps are restored once, and others each time`(isLate: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "restoration-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "Scenes.sqlite")
        let (bad, good) = (SceneSession.makeName(), SceneSession.makeName())
        try await StoredScenes(at: url).save(
            [SceneRecord(name: bad, values: ["index": .integer(7)]), SceneRecord(name: good, values: ["index": .integer(2)])],
            removing: [])
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [path = url.path as String, name = bad as String, isLate = isLate as Bool] in
            _ = try await RestorationTrapTests.restore(name, in: path, isLate: isLate)
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("There is no fruit 7."))
        for (name, text) in [(bad, "apricot"), (good, "cherry"), (good, "cherry")] {
            await #expect(processExitsWith: .success) {
                [path = url.path as String, name = name as String, text = text as String, isLate = isLate as Bool] in
                let html = try await RestorationTrapTests.restore(name, in: path, isLate: isLate)
                #expect(html.contains(text))
            }
        }
        let store = StoredScenes(at: url)
        #expect(try await store.load(bad) == nil)
        #expect(try await store.load(good)?.values == ["index": .integer(2)])
    }
}
