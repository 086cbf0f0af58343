import Foundation
import SwiftUI

/// A server that was killed with 1,000 scenes, each with a selection, an edit sheet and a
/// half-typed text: the time until the first tab shows its scene again, and until all of them do.
///
/// The second server has nothing in memory, as after a kill, and the store of the first one. The
/// peer is the same server with 1,000 new tabs, which have nothing to restore. Each tab requests its
/// page, connects and waits for its window. The stored bytes have the peer of the values' JSON.
enum SceneRestore {
    private static let scenes = 1_000

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scene-restore-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("XDG_STATE_HOME", folder.path, 1)
        let store = folder.appending(path: ProcessInfo.processInfo.processName).appending(path: "Scenes.sqlite")
        let first = try await LocalServer.start { EditorApp() }
        let results = Results()
        try await LocalServer.client { results.names = try (0..<scenes).map { try edit($0, port: first) } }

        for _ in 0..<5 {
            let second = try await LocalServer.start { EditorApp() }
            try await LocalServer.client {
                results.ours.append(try open(results.names.map(Optional.some), port: second))
            }
            let third = try await LocalServer.start { EditorApp() }
            try await LocalServer.client {
                results.peers.append(try open(Array(repeating: nil, count: scenes), port: third))
            }
        }
        func median(_ durations: [Duration]) -> Int {
            Int(durations.sorted()[durations.count / 2] / .microseconds(1))
        }
        Contest.report(
            "scene-restore", "first", ours: median(results.ours.map(\.first)), peer: "new-window",
            median(results.peers.map(\.first)), unit: "us")
        Contest.report(
            "scene-restore", "all", ours: median(results.ours.map(\.all)), peer: "new-windows", median(results.peers.map(\.all)),
            unit: "us")
        let size = [store.path, store.path + "-wal"].compactMap {
            (try? FileManager.default.attributesOfItem(atPath: $0))?[.size] as? Int
        }
        let json = #"{"row":500,"isEditing":true,"title":"Title 500, half a sente"}"#
        Contest.report(
            "scene-restore", "stored", ours: size.reduce(0, +) / scenes, peer: "json", json.utf8.count, unit: "B")
    }

    /// The names of the scenes, and the times.
    // Safe to share: the client's thread writes them, and the row reads them afterwards.
    private final class Results: @unchecked Sendable {
        var names: [String] = []
        var ours: [(first: Duration, all: Duration)] = []
        var peers: [(first: Duration, all: Duration)] = []
    }

    /// Opens a tab, edits its scene, and waits until that is saved. Returns the scene's name.
    private static func edit(_ number: Int, port: Int) throws -> String {
        let page = try WebPage.get(port: port)
        let tab = try BrowserTab(page, port: port)
        guard let button = BrowserTab.element(in: page, "class=\"button") else {
            throw WrongResult(description: "The page has no button:\n\(page.prefix(2000))")
        }
        try tab.send("press", to: button)
        var name: String?
        var field: Int?
        while true {
            let message = try tab.message()
            if let match = message.firstMatch(of: /\["scene","([0-9a-f]{32})"\]/) { name = String(match.1) }
            if field == nil, let match = message.firstMatch(of: /<input class=\\"field[^>]*data-id=\\"([0-9]+)\\"/) {
                field = Int(match.1)
                if let field { try tab.send("input", to: field, #""text":"Title \#(number), half a sente""#) }
            }
            if let name, field != nil, let match = message.firstMatch(of: /\["saved",([0-9]+)\]/), Int(match.1) == tab.lastEvent {
                return name
            }
        }
    }

    /// Opens tabs that present names of scenes, and waits until each shows its window.
    private static func open(_ names: [String?], port: Int) throws -> (first: Duration, all: Duration) {
        let start = ContinuousClock.now
        var earliest: Duration?
        var tabs: [BrowserTab] = []
        for (number, name) in names.enumerated() {
            let page = try WebPage.get(port: port)
            let tab = try BrowserTab(page, port: port, restoring: name)
            tabs.append(tab)
            if name == nil {
                // The page shows the window. The answer to an event shows that it is connected.
                guard let button = BrowserTab.element(in: page, "class=\"button") else {
                    throw WrongResult(description: "No button.")
                }
                try tab.send("press", to: button)
            }
            if earliest == nil {
                try check(try tab.message(), number, name)
                earliest = start.duration(to: .now)
            }
        }
        let waiting = Array(tabs.dropFirst())
        try BrowserTab.messages(of: waiting) { message in
            guard message.contains("half a sente") || message.contains("operations") else {
                throw WrongResult(description: "A tab shows \(message.prefix(500)).")
            }
        }
        return (earliest ?? .zero, start.duration(to: .now))
    }

    private static func check(_ message: String, _ number: Int, _ name: String?) throws {
        guard name == nil || message.contains("Title \(number), half a sente") else {
            throw WrongResult(description: "The scene is not restored: \(message.prefix(2000))")
        }
    }
}

/// A list of rows, and a sheet with a field.
struct EditorApp: App {
    var body: some Scene { WindowGroup("Editor") { EditorWindow() } }
}

private struct EditorWindow: View {
    @SceneStorage("row") private var row: Int?
    @SceneStorage("isEditing") private var isEditing = false

    var body: some View {
        Button("Edit") { (row, isEditing) = (500, true) }
        List(0..<1_000, id: \.self, selection: $row) { Text("Row \($0)") }
            .sheet(isPresented: $isEditing) { EditorSheet() }
    }
}

private struct EditorSheet: View {
    @SceneStorage("title") private var title = ""

    var body: some View { TextField("Title", text: $title) }
}
