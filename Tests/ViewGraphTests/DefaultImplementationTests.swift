import Foundation
import Testing

@testable import StrataViewGraph

/// Members that a type of an app has by an extension of a protocol, and values without a test of
/// their own.
@MainActor
struct DefaultImplementationTests {
    private struct Title: PreferenceKey {
        static func reduce(value: inout String?, nextValue: () -> String?) { value = nextValue() ?? value }
    }

    private struct Reader: View {
        let isTitled: Bool
        @State private var titles: [String?] = []
        var body: some View {
            VStack { if isTitled { Text("x").preference(key: Title.self, value: "a") } }
                .onPreferenceChange(Title.self) { titles.append($0) }
            Text(verbatim: titles.map { $0 ?? "none" }.joined(separator: " "))
        }
    }

    @Test func `an optional preference is nil unless a view sets it`() {
        #expect(Title.defaultValue == nil)
        #expect(Screen(Reader(isTitled: true)).texts == ["x", "a"])
        #expect(Screen(Reader(isTitled: false)).texts.last != "a")
    }

    @Test func `a view of any type keeps its content`() {
        let views: [any View] = [Text("a"), Button("b") {}]
        #expect(Screen(AnyView(erasing: Text("a"))).texts == ["a"])
        #expect(views.map { Screen(AnyView(erasing: $0)).texts } == [["a"], ["b"]])
    }

    private struct Samples: PreviewModifier {
        func body(content: Content, context: Void) -> some View { content }
    }

    private struct Previews: PreviewProvider {
        static var previews: some View { Text("a") }
    }

    @Test func `previews have no platform and no context of their own`() async throws {
        #expect(Previews.platform == nil)
        try await Samples.makeSharedContext()
        #expect(Screen(PreviewModifierContent()).texts.isEmpty)
        #expect(PreviewDevice(rawValue: "iPhone 16").rawValue == "iPhone 16")
    }

    /// Views that use modifiers which Apple has deprecated.
    private protocol OlderViews {
        @MainActor func unframed() -> AnyView
        @MainActor func named() -> AnyView
        @MainActor func anchored() -> AnyView
    }

    private struct Older: OlderViews {
        @available(*, deprecated)
        func unframed() -> AnyView { AnyView(Text("x").frame()) }

        @available(*, deprecated)
        func named() -> AnyView {
            AnyView(
                VStack { GeometryReader { Text(verbatim: "\(Int($0.frame(in: .named("space")).minY))") } }
                    .coordinateSpace(name: "space"))
        }

        @available(*, deprecated)
        func anchored() -> AnyView { AnyView(ScrollView { Text("x") }.scrollPosition(initialAnchor: .bottom)) }
    }

    private func contents(_ view: some View) -> [ElementContent] { Screen(view).all { _ in true }.map(\.content) }

    @Test func `a frame without a size leaves a view as it is`() {
        let older: any OlderViews = Older()
        #expect(contents(older.unframed()) == contents(Text("x")))
    }

    @Test func `a scroll view begins at its initial anchor`() {
        let older: any OlderViews = Older()
        #expect(contents(older.anchored()) == contents(ScrollView { Text("x") }.defaultScrollAnchor(.bottom)))
        #expect(contents(older.anchored()) != contents(ScrollView { Text("x") }))
    }

    @Test func `an older name of a coordinate space is found by the views inside`() throws {
        let older: any OlderViews = Older()
        let screen = Screen(older.named())
        let space = try #require(screen.all { if case .layout(.box(.measured)) = $0 { true } else { false } }.first)
        screen.send(ResizeEvent(width: 10, height: 40, x: 0, y: 30), to: space)
        let reader = try #require(screen.all { if case .layout(.geometry) = $0 { true } else { false } }.first)
        screen.send(ResizeEvent(width: 10, height: 20, x: 0, y: 35), to: reader)
        screen.send(ResizeEvent(width: 10, height: 20, x: 0, y: 36), to: screen.item(reader.id))
        #expect(screen.texts == ["6"])
    }
}
