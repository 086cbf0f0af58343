import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct GrowthTests {
    @Observable final class Model {
        var isOn = false
    }

    /// The growth of the window's first element.
    private func growth(_ view: some View) throws -> Axis.Set { try #require(Screen(view).root.children.first).growth }

    @Test func `texts take what they need`() throws {
        #expect(try growth(VStack { Text("a") }) == [])
    }

    @Test func `a stack grows as its views do`() throws {
        #expect(try growth(HStack { TextField("Name", text: .constant("")) }) == .horizontal)
        #expect(try growth(VStack { List([1], id: \.self) { Text("\($0)") } }.padding()) == .both)
    }

    @Test func `a spacer grows along its stack only`() throws {
        #expect(try growth(HStack { Spacer() }) == .horizontal)
        #expect(try growth(VStack { Spacer() }) == .vertical)
        #expect(try growth(ZStack { Spacer() }) == .both)
    }

    @Test func `a divider grows across its stack`() throws {
        #expect(try growth(VStack { Divider() }) == .horizontal)
        #expect(try growth(HStack { Divider() }) == .vertical)
    }

    @Test func `a fixed length does not grow and a maximum does`() throws {
        #expect(try growth(TextField("Name", text: .constant("")).frame(width: 100)) == [])
        #expect(try growth(Text("a").frame(maxWidth: .infinity)) == .horizontal)
        #expect(try growth(Text("a").frame(maxHeight: 300)) == .vertical)
    }

    /// The limit of the width of the window's first element.
    private func limit(_ view: some View) throws -> WidthLimit { try #require(Screen(view).graph.root.children.first).widthLimit }

    private struct OthersInRow: View {
        var body: some View {
            Text("b")
            Divider()
            Color.red.frame(width: 40, height: 40)
        }
    }

    @Test func `a row ends at the maximum widths of its views`() throws {
        let limited = Text("a").frame(maxWidth: 200)
        let row = HStack { limited }
        #expect(try limit(row) == .row)
        #expect(try limit(row.padding().background(.red).border(.blue)) == .row)
        #expect(try limit(HStack { limited.padding() }) == .row)
        #expect(try limit(HStack { TupleView((row, OthersInRow())) }) == .row)
        #expect(try limit(HStack { TupleView((limited, Spacer())) }) == .none)
        #expect(try limit(HStack { TupleView((limited, TextField("Name", text: .constant("")))) }) == .none)
        #expect(try limit(HStack { Text("a").frame(maxWidth: .infinity) }) == .none)
        #expect(try limit(HStack { Text("a") }) == .none)
        #expect(try limit(VStack { limited }) == .none)
        #expect(try limit(row.frame(maxWidth: .infinity)) == .none)
        #expect(try limit(limited.padding()) == .frame)
    }

    private struct Row: View {
        let model: Model
        var body: some View {
            HStack {
                Text("a")
                if model.isOn { Spacer() }
            }
        }
    }

    private struct LimitedRow: View {
        let model: Model
        var body: some View {
            HStack { Text("a").frame(maxWidth: model.isOn ? .infinity : 200) }
        }
    }

    @Test func `a limit that changes inside reaches the stacks around it`() throws {
        let model = Model()
        let screen = Screen(LimitedRow(model: model).padding())
        let box = try #require(screen.graph.root.children.first)
        #expect(box.widthLimit == .row)
        model.isOn = true
        screen.update()
        #expect(box.widthLimit == .none)
        model.isOn = false
        screen.update()
        #expect(box.widthLimit == .row)
    }

    @Test func `growth that changes inside reaches the stacks around it`() throws {
        let model = Model()
        let screen = Screen(VStack { Row(model: model) })
        #expect(screen.root.children.first?.growth == [])
        model.isOn = true
        screen.update()
        #expect(screen.root.children.first?.growth == .horizontal)
        model.isOn = false
        screen.update()
        #expect(screen.root.children.first?.growth == [])
    }
}
