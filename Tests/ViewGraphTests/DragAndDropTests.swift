import Foundation
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

@MainActor
struct DragAndDropTests {
    private struct Card: Codable, Equatable, Transferable {
        var title: String

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: UTType(exportedAs: "com.example.card"))
            ProxyRepresentation(exporting: \.title)
        }
    }

    @Observable final class Model {
        var log: [String] = []
        var isTargeted = false
        var evaluations = 0
        var words = ["x", "y", "z"]
    }

    private let model = Model()
    private let token = String(repeating: "a", count: 32)

    private func source(_ screen: Screen) -> Screen.Item? { screen.find { $0.traits.interaction.drag != nil } }
    private func destination(_ screen: Screen) -> Screen.Item? { screen.find { !$0.traits.interaction.drops.isEmpty } }

    private func log(_ line: String) -> Bool {
        model.log.append(line)
        return true
    }

    /// Waits until the log has a number of lines.
    private func lines(_ count: Int) async -> [String] {
        while model.log.count < count { await Task.yield() }
        return model.log
    }

    /// Drags an item to the destination of a screen.
    private func drop(_ screen: Screen, from other: Screen? = nil) {
        (other ?? screen).send(DragEvent(.began, token: token), to: source(other ?? screen))
        screen.send(DropEvent(.entered, token: token), to: destination(screen))
        screen.send(DropEvent(.dropped, x: 3, y: 4, token: token), to: destination(screen))
    }

    private func received(_ screen: Screen, _ files: [(text: String, name: String, type: String, isFile: Bool)]) throws
        -> [DropEvent.Received]
    {
        try files.map { file in
            let upload = try #require(try screen.graph.files.beginUpload(named: file.name))
            try Data(file.text.utf8).write(to: upload.url)
            return DropEvent.Received(id: upload.id, type: file.type, isFile: file.isFile)
        }
    }

    @Test func `a value is dropped with the location`() async {
        let screen = Screen(
            VStack {
                Text("a").draggable(Card(title: "A"))
                Text("b").dropDestination(for: Card.self) { cards, location in
                    model.log.append("\(cards.map(\.title)) at \(location.x) \(location.y)")
                    return true
                } isTargeted: {
                    model.log.append("targeted \($0)")
                }
            })
        drop(screen)
        #expect(await lines(3) == ["targeted true", "targeted false", #"["A"] at 3.0 4.0"#])
    }

    @Test func `a value is dropped in another window of the app`() async {
        let board = DragBoard()
        let first = Screen(Text("a").draggable(Card(title: "A")))
        let second = Screen(
            Text("b").dropDestination(for: String.self) { texts, _ in
                model.log += texts
                return true
            })
        first.graph.drags = board
        second.graph.drags = board
        drop(second, from: first)
        #expect(await lines(1) == ["A"])
        first.graph.close()
        #expect(board.count == 0)
    }

    @Test func `an item is dropped in windows of its person only`() async {
        let board = DragBoard()
        func screen(of owner: String?, _ name: String) -> Screen {
            var environment = EnvironmentValues()
            environment.sceneSession = SceneSession(identity: SceneIdentity(owner: owner))
            let view = Text(name).draggable(name).dropDestination(for: String.self) { texts, _ in
                model.log += texts.map { "\($0) to \(name)" }
                return true
            }
            let screen = Screen(WindowGraph(title: "Test", environment: environment, content: view))
            screen.graph.drags = board
            return screen
        }
        let (first, second) = (screen(of: "ann", "first"), screen(of: "ann", "second"))
        first.send(DragEvent(.began, token: token), to: source(first))
        for foreign in [screen(of: "bob", "bob's"), screen(of: nil, "nobody's"), second] {
            foreign.send(DropEvent(.dropped, token: token), to: destination(foreign))
        }
        #expect(await lines(1) == ["first to second"])
    }

    @Test func `a token that names nothing drops nothing`() async {
        let screen = Screen(
            VStack {
                Text("a").draggable("A")
                Text("b").dropDestination(for: String.self) { texts, _ in
                    model.log += texts
                    return true
                } isTargeted: {
                    model.log.append("targeted \($0)")
                }
            })
        let forged = String(repeating: "b", count: 32)
        screen.send(DragEvent(.began, token: token), to: source(screen))
        screen.send(DropEvent(.entered, token: forged), to: destination(screen))
        screen.send(DropEvent(.dropped, token: forged), to: destination(screen))
        screen.send(DropEvent(.dropped, items: [.init(id: "forged", type: "text/plain", isFile: false)]), to: destination(screen))
        screen.send(DropEvent(.dropped, token: token), to: destination(screen))
        #expect(await lines(2) == ["targeted false", "A"])
    }

    @Test func `a paste button passes on the values of the clipboard`() async throws {
        let screen = Screen(PasteButton(payloadType: String.self) { model.log += $0 })
        let files = try received(screen, [("A", "text.txt", "text/plain", false)])
        screen.send(DropEvent(.dropped, items: files), to: destination(screen))
        #expect(await lines(1) == ["A"])
        #expect(screen.buttons.map(\.content.kind) == [.paste])
    }

    @Test func `a paste button passes on the items of its types`() throws {
        let screen = Screen(PasteButton(supportedContentTypes: [.url]) { model.log.append("\($0.count)") })
        let text = try received(screen, [("A", "text.txt", "text/plain", false)])
        screen.send(DropEvent(.dropped, items: text), to: destination(screen))
        #expect(model.log.isEmpty)
        let address = try received(screen, [("https://example.com", "address.txt", "text/uri-list", false)])
        screen.send(DropEvent(.dropped, items: address), to: destination(screen))
        #expect(model.log == ["1"])
    }

    @Test func `another window cannot replace an item by its token`() async throws {
        let board = DragBoard()
        let first = Screen(Text("a").draggable("A"))
        let second = Screen(Text("b").draggable("B"))
        first.graph.drags = board
        second.graph.drags = board
        first.send(DragEvent(.began, token: token), to: source(first))
        second.send(DragEvent(.began, token: token), to: source(second))
        second.send(DragEvent(.released, token: token), to: source(second))
        let item = board.item(token, for: first.graph)
        #expect(try await item?.value(of: String.self) == "A")
    }

    @Test func `a window keeps one dragged and one copied item`() {
        let screen = Screen(Text("a").draggable("A"))
        let tokens = ["1", "2", "3", "4"].map { String(repeating: $0, count: 32) }
        screen.send(DragEvent(.copied, token: tokens[0]), to: source(screen))
        screen.send(DragEvent(.lifted, token: tokens[1]), to: source(screen))
        screen.send(DragEvent(.began, token: tokens[2]), to: source(screen))
        #expect(screen.graph.drags.count == 2)
        #expect(screen.graph.drags.contains(tokens[0]))
        #expect(!screen.graph.drags.contains(tokens[1]))
        screen.send(DragEvent(.released, token: tokens[2]), to: source(screen))
        #expect(!screen.graph.drags.contains(tokens[2]))
    }

    @Test func `the payload is evaluated once, when the pointer is pressed`() {
        let screen = Screen(
            Text("a").draggable(
                {
                    model.evaluations += 1
                    return "A"
                }()))
        #expect(model.evaluations == 0)
        screen.send(DragEvent(.lifted, token: token), to: source(screen))
        screen.send(DragEvent(.began, token: token), to: source(screen))
        #expect(model.evaluations == 1)
    }

    @Test func `a pressed item offers its text to other programs`() async {
        let screen = Screen(Text("a").draggable(Card(title: "A")))
        screen.send(DragEvent(.lifted, token: token), to: source(screen))
        var requests: [HostRequest] = []
        while requests.isEmpty {
            await Task.yield()
            requests = screen.graph.drainRequests()
        }
        guard case .dragOffer(let offered, let types, let texts) = requests[0] else {
            Issue.record("There is no offer.")
            return
        }
        #expect(offered == token)
        #expect(types.contains("com.example.card"))
        #expect(texts == ["text/plain": "A"])
    }

    /// The tokens of the offers that the host has not received yet.
    private func waitingOffers(_ screen: Screen) -> [String] {
        screen.graph.requests.compactMap { request in
            if case .dragOffer(let token, _, _) = request { token } else { nil }
        }
    }

    @Test func `offers of items that are gone do not wait for a host that does not read`() async {
        let screen = Screen(Text("a").draggable("A"))
        screen.send(DragEvent(.copied, token: token), to: source(screen))
        let lifted = ["b", "c", "d"].map { String(repeating: $0, count: 32) }
        for other in lifted {
            screen.send(DragEvent(.lifted, token: other), to: source(screen))
            while !waitingOffers(screen).contains(other) { await Task.yield() }
        }
        #expect(waitingOffers(screen) == [token, lifted[2]])
    }

    @Test func `onDrag makes its item when the drag begins`() {
        let screen = Screen(
            Text("a").onDrag {
                model.evaluations += 1
                return NSItemProvider(object: "A" as NSString)
            } preview: {
                Text("preview")
            })
        screen.send(DragEvent(.lifted, token: token), to: source(screen))
        #expect(model.evaluations == 0)
        #expect(screen.texts == ["a", "preview"])
        screen.send(DragEvent(.began, token: token), to: source(screen))
        #expect(model.evaluations == 1)
        screen.send(DragEvent(.ended, token: token), to: source(screen))
        #expect(screen.texts == ["a"])
    }

    @Test func `an item provider of nil drags nothing`() {
        let screen = Screen(Text("a").itemProvider { nil })
        screen.send(DragEvent(.began, token: token), to: source(screen))
        #expect(screen.graph.drags.count == 0)
        #expect(source(Screen(Text("a").itemProvider(nil))) == nil)
    }

    @Test func `a disabled view is neither dragged nor dropped on`() {
        let screen = Screen(Text("a").draggable("A").dropDestination(for: String.self) { _, _ in true }.disabled(true))
        #expect(source(screen) == nil)
        #expect(destination(screen) == nil)
    }

    @Test func `providers are dropped with a binding for the drag over the view`() async {
        let isTargeted = Binding(get: { [model] in model.isTargeted }, set: { [model] in model.isTargeted = $0 })
        let screen = Screen(
            VStack {
                Text("a").onDrag { NSItemProvider(object: "A" as NSString) }
                Text("b").onDrop(of: [.plainText], isTargeted: isTargeted) { providers in
                    model.log.append("\(providers.count)")
                    return true
                }
            })
        screen.send(DragEvent(.began, token: token), to: source(screen))
        screen.send(DropEvent(.entered, token: token), to: destination(screen))
        #expect(model.isTargeted)
        screen.send(DropEvent(.exited, token: token), to: destination(screen))
        #expect(!model.isTargeted)
        drop(screen)
        #expect(!model.isTargeted)
        #expect(model.log == ["1"])
    }

    private struct Delegate: DropDelegate {
        let model: Model
        var isValid = true

        func validateDrop(info: DropInfo) -> Bool { isValid && info.hasItemsConforming(to: [.text]) }
        func dropEntered(info: DropInfo) { model.log.append("entered \(info.itemProviders(for: [.text]).count)") }
        func dropUpdated(info: DropInfo) -> DropProposal? { DropProposal(operation: info.location.x > 10 ? .move : .copy) }
        func dropExited(info: DropInfo) { model.log.append("exited") }
        func performDrop(info: DropInfo) -> Bool {
            model.log.append("performed")
            return true
        }
    }

    @Test func `a delegate follows the drag, and its proposal is sent when it changes`() {
        let screen = Screen(
            VStack {
                Text("a").draggable("A")
                Text("b").onDrop(of: [.text], delegate: Delegate(model: model))
            })
        let target = destination(screen)
        screen.send(DragEvent(.began, token: token), to: source(screen))
        _ = screen.graph.drainRequests()
        screen.send(DropEvent(.entered, token: token), to: target)
        screen.send(DropEvent(.moved, x: 5, token: token), to: target)
        screen.send(DropEvent(.moved, x: 20, token: token), to: target)
        let id = target?.id ?? 0
        #expect(
            screen.graph.drainRequests() == [
                .dropProposal(element: id, operation: .copy), .dropProposal(element: id, operation: .move),
            ])
        screen.send(DropEvent(.exited, token: token), to: target)
        screen.send(DropEvent(.entered, token: token), to: target)
        screen.send(DropEvent(.dropped, token: token), to: target)
        #expect(model.log == ["entered 1", "exited", "entered 1", "performed"])
    }

    @Test func `a delegate can reject a drag`() {
        let screen = Screen(
            VStack {
                Text("a").draggable("A")
                Text("b").onDrop(of: [.text], delegate: Delegate(model: model, isValid: false))
            })
        drop(screen)
        #expect(model.log == [])
    }

    @Test func `of two destinations of a view, the event names one`() async {
        let screen = Screen(
            VStack {
                Text("a").draggable("A")
                Text("b")
                    .dropDestination(for: String.self) { _, _ in log("inner") }
                    .dropDestination(for: String.self) { _, _ in log("outer") }
            })
        screen.send(DragEvent(.began, token: token), to: source(screen))
        screen.send(DropEvent(.dropped, index: 0, token: token), to: destination(screen))
        // The values of two drops are loaded side by side.
        #expect(await lines(1) == ["outer"])
        screen.send(DropEvent(.dropped, index: 1, token: token), to: destination(screen))
        #expect(await lines(2) == ["outer", "inner"])
    }

    @Test func `files from outside are dropped as addresses, data and text`() async throws {
        func screen<T: Transferable>(_ type: T.Type) -> Screen {
            Screen(
                Text("b").dropDestination(for: T.self) { values, _ in
                    model.log.append("\(values.count) \(type)")
                    return true
                })
        }
        let files = [("{}", "a.json", "application/json", true), ("hi", "b.txt", "text/plain", true)]
        for target in [screen(URL.self), screen(Data.self), screen(String.self)] {
            target.send(DropEvent(.dropped, items: try received(target, files)), to: destination(target))
            _ = await lines(model.log.count + 1)
        }
        #expect(model.log == ["2 URL", "2 Data", "1 String"])
    }

    @Test(arguments: [false, true])
    func `the files of a drop stay only if the destination accepts it`(isValid: Bool) throws {
        let screen = Screen(Text("b").onDrop(of: [.text], delegate: Delegate(model: model, isValid: isValid)))
        let upload = try #require(try screen.graph.files.beginUpload(named: "a.txt"))
        try Data("hello".utf8).write(to: upload.url)
        let item = DropEvent.Received(id: upload.id, type: "text/plain", isFile: true)
        screen.send(DropEvent(.dropped, items: [item]), to: destination(screen))
        #expect(FileManager.default.fileExists(atPath: upload.url.path) == isValid)
        // The files of an earlier drop stay.
        screen.send(DropEvent(.dropped, items: [item]), to: destination(screen))
        #expect(FileManager.default.fileExists(atPath: upload.url.path) == isValid)
        screen.graph.close()
    }

    @Test func `the forms of a text from outside are one item`() async throws {
        let screen = Screen(
            Text("b").onDrop(of: [.text, .url], isTargeted: nil) { providers in
                model.log = providers.map { $0.registeredTypeIdentifiers.joined(separator: " ") }
                return true
            })
        let items = try received(
            screen, [("hi", "", "text/plain", false), ("https://a.example", "", "text/uri-list", false)])
        screen.send(DropEvent(.dropped, items: items), to: destination(screen))
        #expect(model.log == ["public.utf8-plain-text public.url"])
    }

    @Test func `values are inserted between the rows of a list`() async {
        let screen = Screen(
            List {
                Text("first").draggable("A")
                ForEach(["x", "y", "z"], id: \.self) { Text($0) }
                    .dropDestination(for: String.self) { texts, offset in model.log.append("\(texts) \(offset)") }
            })
        screen.send(DragEvent(.began, token: token), to: source(screen))
        let rows = screen.rows.suffix(3).map { $0 }
        screen.send(DropEvent(.dropped, token: token, isAfter: false), to: rows[0])
        screen.send(DropEvent(.dropped, token: token, isAfter: true), to: rows[2])
        #expect(await lines(2).sorted() == [#"["A"] 0"#, #"["A"] 3"#])
    }

    private struct WordList: View {
        let model: Model

        var body: some View {
            List {
                Text("first").draggable("A")
                ForEach(model.words, id: \.self) { Text($0) }
                    .dropDestination(for: String.self) { _, offset in model.log.append("\(offset)") }
            }
        }
    }

    /// Drops a text after the last of three rows, which are then changed before the text is loaded.
    /// Returns the offset with which the text is inserted.
    private func insertionOffset(afterRowsBecome words: [String]) async -> String? {
        let screen = Screen(WordList(model: model))
        screen.send(DragEvent(.began, token: token), to: source(screen))
        screen.send(DropEvent(.dropped, token: token, isAfter: true), to: screen.rows.last)
        model.words = words
        let offset = await lines(1).first
        return withExtendedLifetime(screen) { offset }
    }

    @Test func `values are inserted where their row is when they have been loaded`() async {
        #expect(await insertionOffset(afterRowsBecome: ["y", "z"]) == "2")
        model.log = []
        model.words = ["x", "y", "z"]
        #expect(await insertionOffset(afterRowsBecome: ["w", "x", "y", "z"]) == "4")
    }

    @Test(arguments: [["x", "y"], ["x"], []])
    func `values whose row is deleted before they have been loaded are inserted at the end`(words: [String]) async {
        #expect(await insertionOffset(afterRowsBecome: words) == "\(words.count)")
    }

    @Test func `items are inserted with their offset`() {
        let screen = Screen(
            List {
                Text("first").draggable("A")
                ForEach(["x"], id: \.self) { Text($0) }
                    .onInsert(of: [.text]) { offset, items in model.log.append("\(offset) \(items.count)") }
            })
        screen.send(DragEvent(.began, token: token), to: source(screen))
        screen.send(DropEvent(.entered, token: token), to: screen.rows.last)
        screen.send(DropEvent(.dropped, token: token, isAfter: true), to: screen.rows.last)
        #expect(model.log == ["1 1"])
    }

    @Test func `destinations accept from outside what conforms to their types`() {
        let text = DropProperties(String.importedContentTypes())
        #expect(text.accepted.contains("text/plain"))
        #expect(!text.accepted.contains("text/uri-list"))
        #expect(text.accepts("", mimeType: "text/plain"))
        #expect(!text.accepts("", mimeType: "text/html"))
        #expect(text.accepts("a.txt", mimeType: "text/plain"))
        #expect(!text.accepts("a.png", mimeType: "image/png"))
        let image = DropProperties([.image])
        #expect(image.accepted == ["public.image", "file:image/*"])
        #expect(DropProperties(URL.importedContentTypes()).accepted.contains("file:*"))
        #expect(DropProperties([.fileURL]).accepts("a.exe", mimeType: nil))
    }

    @Test(arguments: [
        #"{"phase":"began","token":"../../etc"}"#, #"{"phase":"flew","token":"00000000000000000000000000000000"}"#,
        #"{"phase":"began"}"#,
    ])
    func `a drag event that no script sends is not decoded`(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DragEvent.self, from: Data(json.utf8)) }
    }

    @Test(arguments: [#"{"phase":"dropped","token":"x"}"#, #"{"phase":"dropped","items":"x"}"#, #"{"index":0}"#])
    func `a drop event that no script sends is not decoded`(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DropEvent.self, from: Data(json.utf8)) }
    }
}
