import Foundation
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

/// Windows that open for an item that is dragged, or chosen in a context menu.
@MainActor
struct NewWindowTests {
    @MainActor private final class Log { var entries: [String] = [] }

    private struct Note: Codable, Hashable, Transferable {
        var title: String

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: UTType(exportedAs: "com.example.note"))
        }
    }

    private struct Items: View {
        let log: Log

        var body: some View {
            Text("note").draggable(Note(title: "Milk"))
            Text("word").draggable("word")
            Text("photo").onDrag { photo(1) }
            Text("two").onDrag { photo(2) }.contextMenu { Button("Copy") {} }
            Text("three").onDrag { photo(3) }.contextMenu { Button("Open in New Window", systemImage: "plus") {} }
            Text("plain").onDrag { NSItemProvider(object: "plain" as NSString) }
        }

        private func photo(_ number: Int) -> NSItemProvider {
            log.entries.append("photo \(number)")
            let activity = NSUserActivity(activityType: "com.example.photo")
            activity.title = "Photo \(number)"
            activity.targetContentIdentifier = "photo \(number)"
            return NSItemProvider(object: activity)
        }
    }

    private struct Photo: View {
        @State private var title = "none"

        var body: some View {
            Text(title)
                .onContinueUserActivity("com.example.photo") { title = $0.title ?? "" }
                .handlesExternalEvents(preferring: [title], allowing: ["*"])
        }
    }

    private struct Album: App {
        let log: Log

        init(log: Log) { self.log = log }
        init() { self.init(log: Log()) }

        var body: some Scene {
            WindowGroup("Album") { Items(log: log) }
            WindowGroup("Note", for: Note.self) { $note in
                Text(note?.title ?? "none")
                Button("Salt") { note = Note(title: "Salt/2") }
                Button("Nothing") { note = nil }
            }
            WindowGroup("Photo", id: "photo") { Photo() }.handlesExternalEvents(matching: ["PHOTO"])
        }
    }

    private let log = Log()
    private let token = String(repeating: "a", count: 32)
    private let title = "Open in New Window"

    private func screen(_ app: AppInstance, owner: String? = nil, scene: String? = nil, opening: String? = nil) -> Screen {
        var request = WindowRequest(scene: scene)
        request.owner = owner
        request.opening = opening
        let screen = Screen(app.makeWindow(request))
        screen.update()
        return screen
    }

    private func source(_ text: String, _ screen: Screen) -> Screen.Item? {
        screen.find { $0.traits.interaction.drag != nil && screen.texts(of: $0) == [text] }
    }

    /// Opens the menu that only offers a new window.
    private func openMenu(_ text: String, _ screen: Screen, token: String? = nil) {
        let token = token ?? self.token
        screen.send(DragEvent(.menu, token: token, menu: MenuEvent(x: 1, y: 2, token: token)), to: source(text, screen))
    }

    /// The scene and the token of the window that a screen has asked for.
    private func opening(_ screen: Screen) throws -> (scene: String?, token: String) {
        let request = try #require(screen.graph.drainRequests().last)
        guard case .openActivity(let scene, let token) = request else {
            Issue.record("\(request) is another request.")
            return (nil, "")
        }
        return (scene, token)
    }

    @Test func `the menu of a value opens a window of the group for its type`() {
        let screen = screen(AppInstance(Album(log: log), name: "Test"))
        openMenu("note", screen)
        screen.press(title)
        let json = #"{"title":"Milk"}"#
        #expect(screen.graph.drainRequests() == [.openWindow(scene: "Note", value: json, name: "Note \(json)")])
        #expect(!screen.texts.contains(title))
    }

    @Test func `the menu is placed beside the element of the item`() {
        let screen = screen(AppInstance(Album(log: log), name: "Test"))
        openMenu("photo", screen)
        let anchor = source("photo", screen)?.id
        #expect(anchor != nil)
        let placement = MenuPlacement(anchor: anchor, x: 1, y: 2, token: token)
        #expect(screen.find { $0.content == .presentation(.menu(placement)) } != nil)
    }

    @Test func `the menu of an activity opens a window of the scene for it, which continues it once`() throws {
        let app = AppInstance(Album(log: log), name: "Test")
        let screen = screen(app)
        openMenu("photo", screen)
        #expect(log.entries == ["photo 1"])
        screen.press(title)
        #expect(log.entries == ["photo 1"])
        let (scene, token) = try opening(screen)
        #expect(scene == "photo")
        #expect(self.screen(app, scene: scene, opening: token).texts == ["Photo 1"])
        #expect(self.screen(app, scene: scene, opening: token).texts == ["none"])
    }

    @Test func `an activity opens no window of another person`() throws {
        let app = AppInstance(Album(log: log), name: "Test")
        let screen = screen(app, owner: "ann")
        openMenu("photo", screen)
        screen.press(title)
        let token = try opening(screen).token
        #expect(self.screen(app, owner: "bob", scene: "photo", opening: token).texts == ["none"])
        #expect(self.screen(app, owner: "ann", scene: "photo", opening: token).texts == ["Photo 1"])
    }

    @Test func `an open window that prefers the activity continues it and comes forward`() throws {
        let app = AppInstance(Album(log: log), name: "Test")
        let screen = screen(app)
        openMenu("photo", screen)
        screen.press(title)
        let (scene, token) = try opening(screen)
        let photo = self.screen(app, scene: scene, opening: token)
        openMenu("photo", screen)
        screen.send(DragEvent(.opened, token: self.token), to: source("photo", screen))
        #expect(photo.graph.drainRequests() == [.comeForward])
        #expect(screen.graph.drainRequests() == [])
        // A window that is not connected cannot come forward.
        photo.graph.isReachable = false
        screen.send(DragEvent(.opened, token: self.token), to: source("photo", screen))
        #expect(try opening(screen).scene == "photo")
    }

    @Test func `an open window of another person does not continue the activity, though it prefers it`() throws {
        let app = AppInstance(Album(log: log), name: "Test")
        let bob = screen(app, owner: "bob")
        openMenu("photo", bob)
        bob.press(title)
        let photo = screen(app, owner: "bob", scene: "photo", opening: try opening(bob).token)
        #expect(photo.texts == ["Photo 1"])
        for (number, owner) in ["ann", nil].enumerated() {
            let other = screen(app, owner: owner)
            openMenu("photo", other, token: String(repeating: "\(number)", count: 32))
            other.press(title)
            #expect(try opening(other).scene == "photo")
            #expect(photo.graph.drainRequests() == [])
        }
        // Of the same person, it does.
        let own = screen(app, owner: "bob")
        openMenu("photo", own, token: String(repeating: "9", count: 32))
        own.press(title)
        #expect(photo.graph.drainRequests() == [.comeForward])
    }

    @Test func `a window that only allows the activity does not keep it from opening another one`() throws {
        let app = AppInstance(Album(log: log), name: "Test")
        let (screen, photo) = (screen(app), screen(app, scene: "photo"))
        openMenu("photo", screen)
        screen.press(title)
        #expect(try opening(screen).scene == "photo")
        #expect(photo.texts == ["none"])
    }

    @Test func `the app's own menu offers a new window at its end`() throws {
        let screen = screen(AppInstance(Album(log: log), name: "Test"))
        screen.send(DragEvent(.menu, token: token), to: source("two", screen))
        #expect(!screen.texts.contains(title))
        screen.send(MenuEvent(token: token), to: screen.find { $0.content == .presentation(.menuOwner) })
        #expect(screen.texts.suffix(2) == ["Copy", title])
        screen.press(title)
        #expect(try opening(screen).scene == "photo")
        screen.send(
            MenuEvent(token: String(repeating: "b", count: 32)), to: screen.find { $0.content == .presentation(.menuOwner) })
        #expect(screen.texts.last == "Copy")
    }

    @Test func `an item of the app with the same title is the only one`() {
        let screen = screen(AppInstance(Album(log: log), name: "Test"))
        screen.send(DragEvent(.menu, token: token), to: source("three", screen))
        let owner = screen.find { $0.content == .presentation(.menuOwner) && screen.texts(of: $0) == ["three"] }
        screen.send(MenuEvent(token: token), to: owner)
        #expect(screen.texts.count { $0 == title } == 1)
    }

    @Test func `an item that is dropped on the zone opens a window`() throws {
        let screen = screen(AppInstance(Album(log: log), name: "Test"))
        screen.send(DragEvent(.began, token: token), to: source("photo", screen))
        #expect(screen.graph.drainRequests().contains(.windowOffer(token: token)))
        screen.send(DragEvent(.opened, token: token), to: source("photo", screen))
        #expect(try opening(screen).scene == "photo")
        #expect(log.entries == ["photo 1"])
    }

    @Test func `an item without an activity offers no window`() {
        let screen = screen(AppInstance(Album(log: log), name: "Test"))
        openMenu("plain", screen)
        #expect(!screen.texts.contains(title))
        screen.send(DragEvent(.began, token: String(repeating: "b", count: 32)), to: source("plain", screen))
        #expect(!screen.graph.drainRequests().contains { if case .windowOffer = $0 { true } else { false } })
        #expect(source("word", screen)?.traits.interaction.drag?.mayOpenWindow == false)
        #expect(source("note", screen)?.traits.interaction.drag?.mayOpenWindow == true)
    }

    @Test func `a window is named after the value that it presents`() {
        let screen = screen(AppInstance(Album(log: log), name: "Test"), scene: "Note")
        screen.press("Salt")
        #expect(screen.graph.drainRequests() == [.nameWindow(name: #"Note {"title":"Salt/2"}"#)])
        screen.press("Nothing")
        #expect(screen.graph.drainRequests() == [.nameWindow(name: nil)])
    }

    private struct Late: View {
        @State private var continues = false

        var body: some View {
            Text("item").onDrag { NSItemProvider(object: "item" as NSString) }
            Button("Show") { continues = true }
            if continues { Text("shown").onContinueUserActivity("com.example.photo") { _ in } }
        }
    }

    private struct LateApp: App {
        var body: some Scene { WindowGroup { Late() } }
    }

    @Test func `items of an app that continues no activity are not asked for one`() {
        let screen = screen(AppInstance(LateApp(), name: "Test"))
        #expect(source("item", screen)?.traits.interaction.drag?.mayOpenWindow == false)
        screen.press("Show")
        screen.update()
        #expect(source("item", screen)?.traits.interaction.drag?.mayOpenWindow == true)
    }
}
