import Foundation
import GRDB
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
        // Ignored: a leftover in the temporary directory is harmless.
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("XDG_STATE_HOME", folder.path, 1)
        let store = folder.appending(path: ProcessInfo.processInfo.processName).appending(path: "Scenes.sqlite")
        let first = try await LocalServer.start { EditorApp() }
        let results = Results()
        try await LocalServer.client { results.names = try edit(port: first) }

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
        // The write-ahead log has each page as often as it was written.
        let size = try await DatabasePool(path: store.path).writeWithoutTransaction { database in
            try database.checkpoint(.truncate)
            return try Int.fetchOne(database, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        }
        let json = #"{"row":500,"isEditing":true,"title":"Title 500, half a sente"}"#
        Contest.report(
            "scene-restore", "stored", ours: (size ?? 0) / scenes, peer: "json", json.utf8.count, unit: "B")
    }

    /// The names of the scenes, and the times.
    // Safe to share: the client's thread writes them, and the row reads them afterwards.
    private final class Results: @unchecked Sendable {
        var names: [String] = []
        var ours: [(first: Duration, all: Duration)] = []
        var peers: [(first: Duration, all: Duration)] = []
    }

    /// Opens tabs, edits the scene of each, and waits until all are saved. Returns the scenes' names.
    ///
    /// The server saves at most once in a second, so a hundred tabs edit before the first one waits.
    private static func edit(port: Int) throws -> [String] {
        try stride(from: 0, to: scenes, by: 100).flatMap { first in
            try (first..<first + 100).map { try EditingTab($0, port: port) }.map { try $0.saved() }
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
            if number % 100 == 99 { try BrowserTab.answerPings(tabs) }
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
            guard message.contains(names.first == .some(nil) ? "<dialog" : "half a sente") else {
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

/// A tab that has typed half a sentence into the field of its sheet.
private final class EditingTab {
    private let tab: BrowserTab
    /// The name of its scene, when it has arrived.
    private var name: String?
    /// The last event whose effects are saved.
    private var lastSaved = 0

    init(_ number: Int, port: Int) throws {
        let page = try WebPage.get(port: port)
        tab = try BrowserTab(page, port: port)
        guard let button = BrowserTab.element(in: page, "class=\"button") else {
            throw WrongResult(description: "The page has no button:\n\(page.prefix(2000))")
        }
        try tab.send("press", to: button)
        var field: Int?
        while field == nil {
            field = try receive().firstMatch(of: /<input class='field[^>]*data-id=([0-9]+)/).flatMap { Int($0.1) }
        }
        try tab.send("input", to: field ?? 0, #""text":"Title \#(number), half a sente""#)
    }

    /// Waits until the scene is saved; returns its name.
    func saved() throws -> String {
        while true {
            if let name, lastSaved == tab.lastEvent { return name }
            _ = try receive()
        }
    }

    private func receive() throws -> String {
        let message = try tab.message()
        if let match = message.firstMatch(of: /\["scene","([0-9a-f]{32})"\]/) { name = String(match.1) }
        if let match = message.firstMatch(of: /\["saved",([0-9]+)\]/) { lastSaved = Int(match.1) ?? lastSaved }
        return message
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
