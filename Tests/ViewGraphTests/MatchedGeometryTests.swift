import Foundation
import Testing

@testable import StrataViewGraph

/// The boxes of matched views, and the warning about several sources.
@MainActor
struct MatchedGeometryTests {
    @Observable final class Model {
        var hasFirst = true
        var hasSecond = false
        var selection = 0
    }

    /// The geometries in a screen, from top to bottom.
    private func geometries(_ screen: Screen) -> [MatchedGeometry] {
        screen.all { if case .layout(.box(.matched)) = $0 { true } else { false } }.compactMap {
            if case .layout(.box(.matched(let geometry))) = $0.content { geometry } else { nil }
        }
    }

    /// The warnings about a group.
    private func warnings(_ id: String) -> [String] { WarningLog.messages.filter { $0.contains("\"\(id)\"") } }

    @Test func `a matched view is a source with its whole frame by default`() {
        let namespace = Namespace.ID()
        let screen = Screen(Text("a").matchedGeometryEffect(id: 1, in: namespace))
        #expect(
            geometries(screen) == [
                MatchedGeometry(key: MatchKey(id: 1, in: namespace), properties: .frame, anchor: .center, isSource: true)
            ])
    }

    @Test func `a follower has properties and an anchor`() throws {
        let namespace = Namespace.ID()
        let view = Text("a").matchedGeometryEffect(id: 1, in: namespace, properties: .size, anchor: .top, isSource: false)
        let geometry = try #require(geometries(Screen(view)).first)
        #expect(geometry.properties == .size)
        #expect(geometry.anchor == .top)
        #expect(!geometry.isSource)
    }

    @Test func `a frame is a position and a size`() {
        #expect(MatchedGeometryProperties.frame == [.position, .size])
        #expect(!MatchedGeometryProperties.position.contains(.size))
    }

    @Test func `a matched view grows as the view inside`() {
        let namespace = Namespace.ID()
        func growth(_ view: some View) -> Axis.Set? {
            Screen(view.matchedGeometryEffect(id: 1, in: namespace)).root.children.first?.growth
        }
        #expect(growth(Text("a")) == [])
        #expect(growth(Circle()) == .both)
        #expect(growth(Circle().frame(width: 10)) == .vertical)
    }

    @Test func `each view of a group has a box of its own`() {
        let namespace = Namespace.ID()
        let screen = Screen(
            VStack {
                Group {
                    Text("a")
                    Text("b")
                }
                .matchedGeometryEffect(id: 1, in: namespace, isSource: false)
            })
        #expect(geometries(screen).count == 2)
    }

    @Test func `a view can have keys of two namespaces`() {
        let (first, second) = (Namespace.ID(), Namespace.ID())
        let screen = Screen(Text("a").matchedGeometryEffect(id: 1, in: first).matchedGeometryEffect(id: 1, in: second))
        #expect(geometries(screen).map(\.key) == [MatchKey(id: 1, in: second), MatchKey(id: 1, in: first)])
    }

    private struct Exchanged: View {
        @Namespace private var namespace
        let model: Model
        let id: String

        var body: some View {
            VStack {
                if model.hasFirst { Text("first").matchedGeometryEffect(id: id, in: namespace) }
                if model.hasSecond { Text("second").matchedGeometryEffect(id: id, in: namespace) }
            }
        }
    }

    @Test func `a source that replaces another one has its key, without a warning`() {
        let model = Model()
        let screen = Screen(Exchanged(model: model, id: "replaced"))
        let before = geometries(screen)
        (model.hasFirst, model.hasSecond) = (false, true)
        screen.update()
        #expect(screen.texts == ["second"])
        #expect(screen.lastMutations.sorted() == ["insert", "remove"])
        #expect(geometries(screen) == before)
        #expect(warnings("replaced") == [])
    }

    @Test func `two present sources cause one warning with the places of both`() throws {
        let model = Model()
        let screen = Screen(Exchanged(model: model, id: "doubled"))
        #expect(warnings("doubled") == [])
        model.hasSecond = true
        screen.update()
        let warning = try #require(warnings("doubled").first)
        #expect(warning.contains("Multiple inserted views"))
        #expect(warning.contains("Namespace.ID(id: "))
        #expect(warning.contains("`isSource: true`, results are undefined"))
        #expect(warning.components(separatedBy: "MatchedGeometryTests.swift:").count == 3)
        model.hasSecond = false
        screen.update()
        model.hasSecond = true
        screen.update()
        #expect(warnings("doubled").count == 1)
    }

    @Test func `followers cause no warning`() {
        let namespace = Namespace.ID()
        let screen = Screen(
            VStack {
                Text("a").matchedGeometryEffect(id: "followed", in: namespace)
                Text("b").matchedGeometryEffect(id: "followed", in: namespace, isSource: false)
                Text("c").matchedGeometryEffect(id: "followed", in: namespace, isSource: false)
            })
        #expect(screen.texts == ["a", "b", "c"])
        #expect(warnings("followed") == [])
    }

    @Test func `an ID in two namespaces causes no warning`() {
        let screen = Screen(
            VStack {
                Text("a").matchedGeometryEffect(id: "elsewhere", in: Namespace.ID())
                Text("b").matchedGeometryEffect(id: "elsewhere", in: Namespace.ID())
            })
        #expect(screen.texts == ["a", "b"])
        #expect(warnings("elsewhere") == [])
    }

    @Test func `the alternatives of a view that fits cause no warning`() {
        let namespace = Namespace.ID()
        let screen = Screen(
            ViewThatFits {
                Text("long").matchedGeometryEffect(id: "fitting", in: namespace)
                Text("short").matchedGeometryEffect(id: "fitting", in: namespace)
            })
        #expect(screen.texts == ["long", "short"])
        #expect(warnings("fitting") == [])
    }

    private struct Alternating: View {
        @Namespace private var namespace
        let model: Model

        var body: some View {
            ForEach(0..<3) { index in
                Text("\(index)").matchedGeometryEffect(id: "alternating", in: namespace, isSource: index == model.selection)
            }
        }
    }

    @Test func `views that are the source in turn cause no warning`() {
        let model = Model()
        let screen = Screen(VStack { Alternating(model: model) })
        for selection in [2, 0, 1] {
            model.selection = selection
            screen.update()
            #expect(geometries(screen).map(\.isSource) == (0..<3).map { $0 == selection })
        }
        #expect(warnings("alternating") == [])
    }
}
