import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct LayoutTests {
    @Observable final class Model {
        var isOn = false
        var length: CGFloat = 4
    }

    private func outline(_ item: Screen.Item) -> String {
        let name =
            switch item.content {
            case .text(let text): text.runs.words
            case .layout(.box(.padding)): "padding"
            case .layout(.box): "box"
            case .layout(.stack): "stack"
            case .layout(.layers): "layers"
            case .layout(.layer(let layer)): layer.isBehind ? "behind" : "over"
            case .layout(.grid): "grid"
            case .layout(.gridRow): "row"
            case .collection(.row): "listrow"
            case .drawing: "shape"
            default: "other"
            }
        return name + (item.children.isEmpty ? "" : "(\(item.children.map(outline).joined(separator: " ")))")
    }

    private func outline(_ screen: Screen) -> String { screen.root.children.map(outline).joined(separator: " ") }

    private struct Several: View {
        let model: Model
        var body: some View {
            VStack {
                Group {
                    Text("a")
                    if model.isOn { Text("b") }
                }
                .padding(model.length)
            }
        }
    }

    @Test func `a padding of several views is around each of them`() {
        let model = Model()
        let screen = Screen(Several(model: model))
        #expect(outline(screen) == "stack(padding(a))")
        model.isOn = true
        screen.update()
        #expect(outline(screen) == "stack(padding(a) padding(b))")
        #expect(screen.lastMutations == ["insert"])
        model.length = 9
        screen.update()
        #expect(screen.lastMutations == ["update", "update"])
        model.isOn = false
        screen.update()
        #expect(outline(screen) == "stack(padding(a))")
    }

    @Test func `a padding of nothing is nothing`() {
        #expect(outline(Screen(VStack { EmptyView().padding() })) == "stack")
    }

    @Test func `modifiers on several views in a list keep the number of rows`() {
        let screen = Screen(
            List {
                Group {
                    Text("a")
                    Text("b")
                }
                .padding(4)
                ForEach(["c", "d"], id: \.self) { Text($0) }.padding(4)
            })
        #expect(screen.rows.count == 4)
        #expect(screen.rows.map(outline).last == "listrow(padding(d))")
    }

    @Test func `traits of several views are on the box around each`() {
        let screen = Screen(
            VStack {
                Group {
                    Text("a")
                    Text("b")
                }
                .padding(4).accessibilityIdentifier("x")
            })
        let boxes = screen.all { if case .layout(.box) = $0 { true } else { false } }
        #expect(boxes.map(\.traits.identifier) == ["x", "x"])
        #expect(boxes.flatMap(\.children).map(\.traits.identifier) == [nil, nil])
    }

    @Test func `layers are in the order of drawing, and the size is that of the content`() throws {
        let screen = Screen(Text("a").background { Color.red }.overlay { Color.blue })
        #expect(outline(screen) == "layers(layers(behind(shape) a) over(shape))")
        #expect(try #require(screen.root.children.first).growth == [])
    }

    private struct Counting: View {
        let model: Model
        var body: some View {
            Grid {
                GridRow {
                    Text("a")
                    Text("b").gridCellColumns(2)
                }
                Cells(model: model)
            }
        }
    }

    private struct Cells: View {
        let model: Model
        var body: some View {
            GridRow {
                Text("c")
                if model.isOn {
                    Group {
                        Text("d"); Text("e"); Text("f")
                    }
                }
            }
        }
    }

    @Test func `a grid counts the columns of its longest row`() throws {
        let model = Model()
        let screen = Screen(Counting(model: model))
        func columns() -> [Int] {
            screen.all { if case .layout(.grid) = $0 { true } else { false } }.compactMap {
                if case .layout(.grid(let grid)) = $0.content { grid.columns } else { nil }
            }
        }
        #expect(columns() == [3])
        model.isOn = true
        screen.update()
        #expect(columns() == [4])
        model.isOn = false
        screen.update()
        #expect(columns() == [3])
    }

    @Test func `a reader is empty until the host reports its size`() throws {
        let screen = Screen(GeometryReader { Text("\(Int($0.size.width))") })
        #expect(screen.texts == [])
        screen.send(ResizeEvent(width: 320, height: 40), to: screen.root.children.first)
        #expect(screen.texts == ["320"])
        screen.send(ResizeEvent(width: 200, height: 40), to: screen.root.children.first)
        #expect(screen.texts == ["200"])
    }

    @Test func `a reader in a fixed frame has its size at once`() {
        #expect(Screen(GeometryReader { Text("\(Int($0.size.width))") }.frame(width: 50, height: 20)).texts == ["50"])
        #expect(Screen(GeometryReader { Text("\(Int($0.size.width))") }.padding(5).frame(width: 50, height: 20)).texts == [])
    }

    @Test(arguments: [#"{"width": -1, "height": 4}"#, #"{"width": 1e9, "height": 4}"#, #"{"width": 4}"#])
    func `a size that no element has is rejected`(payload: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ResizeEvent.self, from: Data(payload.utf8)) }
    }

    @Test func `a proxy makes the row of a list that it scrolls to`() {
        let screen = Screen(
            ScrollViewReader { proxy in
                Button("Go") { proxy.scrollTo(9_000) }
                List {
                    Section("First") { ForEach(0..<100, id: \.self) { Text("\($0)") } }
                    Section("Second") { ForEach(100..<10_000, id: \.self) { Text("\($0)") } }
                }
            })
        #expect(!screen.texts.contains("9,000"))
        screen.press("Go")
        #expect(screen.texts.contains("9,000"))
        #expect(screen.rows.filter { $0.traits.layout.scrollRequest != nil }.flatMap(screen.texts) == ["9,000"])
        #expect(screen.rows.count < 200)
    }

    private struct Jump: View {
        var body: some View {
            ScrollViewReader { proxy in
                Button("Go") { proxy.scrollTo(2, anchor: .top) }
                Button("Nowhere") { proxy.scrollTo(9) }
                ScrollView { ForEach([1, 2, 3], id: \.self) { Text("\($0)") } }
            }
        }
    }

    @Test func `a proxy marks the element with an identity`() {
        let screen = Screen(Jump())
        func marked() -> [String] {
            screen.all { _ in true }.filter { $0.traits.layout.scrollRequest != nil }.flatMap(screen.texts)
        }
        screen.press("Nowhere")
        #expect(marked() == [])
        screen.press("Go")
        #expect(marked() == ["2"])
        let requests = screen.all { _ in true }.compactMap(\.traits.layout.scrollRequest)
        #expect(requests.map(\.anchor) == [.top])
        #expect(requests.map(\.isAnimated) == [false])
    }

    @Test func `a cell may ask for any number of columns`() {
        let screen = Screen(
            Grid {
                GridRow {
                    Text("a").gridCellColumns(.max)
                    Text("b")
                    Text("c").gridCellColumns(.max)
                }
            })
        #expect(screen.texts == ["a", "b", "c"])
    }
}
