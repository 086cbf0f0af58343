import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct DragAndDropHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return HTMLRenderer.html(of: graph.root, in: nil)
    }

    @Test func `a paste button is a destination of drops without an action`() {
        let button = PasteButton(payloadType: String.self) { _ in }
        #expect(html(button).contains(#"<button class="button bordered paste" type="button" "#))
        #expect(html(button).contains("text/plain"))
        #expect(!html(button).contains("data-action"))
        #expect(html(button.buttonStyle(.plain)).contains(#"class="button plain paste""#))
        #expect(html(Menu("Menu") { button }).contains(#"class="button menu-item paste" type="button" role="menuitem""#))
        #expect(!html(button.disabled(true)).contains("data-drop"))
    }

    @Test func `a draggable view has its types, and can have the focus`() {
        let html = html(Text("a").draggable(URL(string: "https://example.com")!))
        #expect(html.contains(#"draggable="true""#))
        #expect(html.contains(#"data-drag="public.data public.file-url public.item public.url""#))
        #expect(html.contains(#"data-drag-lift="""#))
        #expect(html.contains(#"aria-keyshortcuts="Control+C""#))
        #expect(html.contains(#"tabindex="0""#))
        #expect(html.contains(#"role="group""#))
    }

    @Test func `the types of an item that a closure makes are not known before`() {
        let html = html(Text("a").onDrag { NSItemProvider() })
        #expect(html.contains(#"data-drag="""#))
        #expect(!html.contains("data-drag-lift"))
    }

    @Test func `destinations list what they accept, those of outer modifiers first`() {
        let html = html(
            Text("a").onDrop(of: ["public.image"], isTargeted: nil) { _ in true }.dropDestination(for: URL.self) { _, _ in true })
        #expect(html.contains(#"data-drop="public.file-url public.url text/uri-list file:*|public.image file:image/*""#))
        #expect(html.contains(#"aria-keyshortcuts="Control+V""#))
    }

    @Test func `a button that can be dragged stays a button`() {
        let html = html(Button("a") {}.draggable("A"))
        #expect(
            html.contains(
                #"data-drag="public.content public.data public.item public.plain-text public.text public.utf8-plain-text""#))
        #expect(!html.contains(#"role="group""#))
    }

    @Test func `rows accept drops between them`() {
        let html = html(
            List { ForEach(["x"], id: \.self) { Text($0) }.dropDestination(for: Data.self) { _, _ in } })
        #expect(html.contains(#"data-drop-row="""#))
        #expect(html.contains(#"data-drop="public.data text/plain text/uri-list text/html file:*""#))
    }

    private struct Pads: App {
        var body: some Scene {
            WindowGroup { Text("a").draggable("A") }
            WindowGroup(for: String.self) { Text($0.wrappedValue ?? "") }
        }
    }

    @Test func `a view whose item a new window may show says so`() {
        let graph = AppInstance(Pads(), name: "Test").makeWindow()
        graph.mount()
        #expect(HTMLRenderer.html(of: graph.root, in: nil).contains(#"data-drag-window="""#))
        #expect(!html(Text("a").draggable("A")).contains("data-drag-window"))
    }

    @Test func `requests for windows of an activity name a scene, or none, and the token`() {
        let requests: [HostRequest] = [
            .openActivity(scene: "a \"b\"", token: "t"), .openActivity(scene: nil, token: "t"), .comeForward,
            .windowOffer(token: "t"),
        ]
        let patch = Patch(operations: requests.map { .request($0) }, acknowledged: 0)
        #expect(
            patch.json.contains(
                #"[["openActivity","a \"b\"","t"],["openActivity",null,"t"],["comeForward"],["windowOffer","t"]]"#))
    }

    @Test func `an offer carries texts with any characters`() {
        let request = HostRequest.dragOffer(token: "t", types: ["public.text"], texts: ["text/plain": "\"\n</script>"])
        let patch = Patch(
            operations: [.request(request), .request(.dropProposal(element: 4, operation: .move))], acknowledged: 0)
        #expect(
            patch.json.contains(
                #"["dragOffer","t",["public.text"],[["text/plain","\"\u000a</script>"]]],["dropProposal",4,"move"]"#))
    }
}
