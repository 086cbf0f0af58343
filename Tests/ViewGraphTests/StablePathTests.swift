import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct StablePathTests {
    private struct Fields: View {
        @State private var names: [String]
        @State private var isFirst = true
        init(_ names: [String]) { _names = State(wrappedValue: names) }
        var body: some View {
            VStack {
                if isFirst { TextField("x", text: .constant("")) } else { TextField("x", text: .constant("")) }
                ForEach(names, id: \.self) { name in TextField(name, text: .constant("")) }
                Button("Switch") { isFirst.toggle() }
                Button("Reverse") { names.reverse() }
            }
            List(names, id: \.self) { name in TextField("row \(name)", text: .constant("")) }
        }
    }

    private func paths(_ screen: Screen) -> [String: UInt64] {
        var paths: [String: UInt64] = [:]
        for item in screen.all({ if case .control(.textField) = $0 { true } else { false } }) {
            if case .control(.textField(let field)) = item.content { paths[field.label] = item.traits.path }
        }
        return paths
    }

    @Test func `fields have paths of their own`() {
        let found = paths(Screen(Fields(["a", "b"])))
        #expect(found.count == 5)
        #expect(Set(found.values).count == 5)
    }

    @Test func `another window has the same paths`() {
        #expect(paths(Screen(Fields(["a", "b"]))) == paths(Screen(Fields(["a", "b"]))))
    }

    @Test func `the path of a row belongs to the ID of its data`() {
        let screen = Screen(Fields(["a", "b", "c"]))
        let before = paths(screen)
        screen.press("Reverse")
        #expect(paths(screen) == before)
        #expect(paths(Screen(Fields(["c", "b", "a"]))) == before)
        let other = paths(Screen(Fields(["z", "b"])))
        #expect(other["b"] == before["b"])
        #expect(other["row b"] == before["row b"])
    }

    @Test func `the branches of an if have different paths`() {
        let screen = Screen(Fields([]))
        let before = paths(screen)
        screen.press("Switch")
        #expect(paths(screen)["x"] != before["x"])
    }

    @Test func `a path is the same in each process`() {
        var path = StablePath()
        path.combine("VStack")
        path.combine(id: "a")
        path.combine(id: 7)
        path.combine(3)
        #expect(path.hash == 0xf0da_6ee6_f165_5e0d)
    }

    @Test func `the kind of a view has no generic arguments`() {
        #expect(StablePath.kind(of: VStack<Text>.self) == "StrataViewGraph.VStack")
        #expect(!StablePath.kind(of: Fields.self).contains("$"))
        #expect(StablePath.kind(of: Fields.self).hasSuffix("Fields"))
    }

    @Test func `what scrolls and what is typed into has a path, and nothing else`() {
        let screen = Screen(
            ScrollView {
                Text("a")
                Button("b") {}
                Toggle("c", isOn: .constant(true))
            })
        #expect(screen.root.children.first?.traits.path != nil)
        #expect(screen.all { if case .text = $0 { true } else { false } }.allSatisfy { $0.traits.path == nil })
    }
}
