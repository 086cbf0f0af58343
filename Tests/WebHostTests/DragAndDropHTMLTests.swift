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

    @Test func `an offer carries texts with any characters`() {
        let request = HostRequest.dragOffer(token: "t", types: ["public.text"], texts: ["text/plain": "\"\n</script>"])
        let patch = Patch(
            operations: [.request(request), .request(.dropProposal(element: 4, operation: .move))], acknowledged: 0)
        #expect(
            patch.json.contains(
                #"["dragOffer","t",["public.text"],[["text/plain","\"\u000a</script>"]]],["dropProposal",4,"move"]"#))
    }
}
