import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

/// The HTML of matched views, and the patches of hero transitions.
@MainActor
struct MatchedGeometryHTMLTests {
    private struct Matched<Content: View>: View {
        @Namespace private var namespace
        let content: (Namespace.ID) -> Content
        var body: some View { content(namespace) }
    }

    /// Returns the HTML of a view in a namespace.
    private func html(@ViewBuilder _ view: @escaping (Namespace.ID) -> some View) -> String {
        let graph = WindowGraph(title: "Test", content: Matched(content: view))
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    @Test func `a source has its key alone`() {
        let html = html { Text("a").matchedGeometryEffect(id: 1, in: $0) }
        #expect(html.contains(/<div class="box matched" data-source="[0-9a-z]{1,11}" data-id="1">/))
    }

    @Test func `a follower has the key of its source`() throws {
        let html = html { namespace in
            VStack {
                Text("a").matchedGeometryEffect(id: 1, in: namespace)
                Text("b").matchedGeometryEffect(id: 1, in: namespace, isSource: false)
            }
        }
        let source = try #require(html.firstMatch(of: /data-source="([0-9a-z]+)"/))
        let follower = try #require(html.firstMatch(of: /data-follows="([0-9a-z]+)"/))
        #expect(source.1 == follower.1)
    }

    @Test func `properties and an anchor follow the key`() {
        let position = html { Text("a").matchedGeometryEffect(id: 1, in: $0, properties: .position, isSource: false) }
        #expect(position.contains(/data-follows="[0-9a-z]+ position"/))
        let size = html {
            Text("a").matchedGeometryEffect(id: 1, in: $0, properties: .size, anchor: .topTrailing, isSource: false)
        }
        #expect(size.contains(/data-follows="[0-9a-z]+ size 1 0"/))
        let anchored = html { Text("a").matchedGeometryEffect(id: 1, in: $0, anchor: .leading) }
        #expect(anchored.contains(/data-source="[0-9a-z]+ frame 0 0.5"/))
        let none = html { Text("a").matchedGeometryEffect(id: 1, in: $0, properties: [], isSource: false) }
        #expect(none.contains(/data-follows="[0-9a-z]+ none"/))
    }

    @Test func `the box of a matched view grows as the view does`() {
        #expect(html { Circle().matchedGeometryEffect(id: 1, in: $0) }.contains("box matched grows-x grows-y"))
    }

    @Test func `a page grows from the view with the ID of its transition`() throws {
        let html = html { namespace in
            NavigationStack {
                Text("a").matchedTransitionSource(id: 1, in: namespace).navigationTransition(.zoom(sourceID: 1, in: namespace))
            }
        }
        let source = try #require(html.firstMatch(of: /data-zoom-source="([0-9a-z]+)"/))
        let page = try #require(html.firstMatch(of: /data-transition="zoom:([0-9a-z]+)\/zoom:([0-9a-z]+)"/))
        #expect(page.1 == source.1)
        #expect(page.2 == source.1)
    }

    @Test func `an automatic transition has no attributes`() {
        let html = html { _ in NavigationStack { Text("a").navigationTransition(.automatic) } }
        #expect(!html.contains("data-transition"))
    }

    @Observable final class Model {
        var isLarge = false
    }

    private struct Hero: View {
        @Namespace private var namespace
        let model: Model

        var body: some View {
            HStack {
                if !model.isLarge { circle }
                Spacer()
                if model.isLarge { circle }
            }
        }

        private var circle: some View { Circle().fill(.red).matchedGeometryEffect(id: "hero", in: namespace) }
    }

    @Test(arguments: [Animation.easeInOut, .default, .bouncy, .interpolatingSpring(stiffness: 170, damping: 15)])
    func `a hero transition takes 400 bytes at most`(animation: Animation) {
        let model = Model()
        let graph = WindowGraph(title: "Test", content: Hero(model: model))
        graph.mount()
        graph.appear()
        _ = graph.flush()
        withAnimation(animation) { model.isLarge = true }
        let (mutations, animated) = graph.flushAnimated()
        let patch = Patch(mutations, animation: animated, acknowledged: 1)
        #expect(patch.animation != nil)
        #expect(patch.json.contains("data-source"))
        #expect(patch.json.utf8.count <= 400, "\(patch.json)")
    }
}
