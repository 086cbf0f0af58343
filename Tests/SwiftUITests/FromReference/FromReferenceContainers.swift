import StrataViewTesting
import SwiftUI
import Testing

/// The forms of stacks, scroll views, grids, forms, sections and images that Apple's reference
/// shows.
@MainActor
struct FromReferenceContainers {
    struct Item: Identifiable, Hashable {
        let id: Int
        var name: String
    }

    private struct Containers: View {
        @State private var items = (1...3).map { Item(id: $0, name: "i\($0)") }
        let form: Int

        var body: some View {
            AnyView(content)
            Button("Insert") { items.insert(Item(id: 9, name: "i9"), at: 0) }
            Button("Rename") { items[1].name = "i1!" }
            Button("Remove") { items.removeLast() }
        }

        private var columns: [GridItem] { [GridItem(.flexible()), GridItem(.adaptive(minimum: 80)), GridItem(.fixed(50))] }

        private var content: any View {
            switch form {
            case 0: VStack(alignment: .leading, spacing: 10) { ForEach(items) { Text($0.name) } }
            case 1: HStack(alignment: .top) { ForEach($items) { $item in Text(item.name) } }
            case 2: ZStack(alignment: .bottom) { ForEach(items.indices, id: \.self) { Text(items[$0].name).offset(x: 5) } }
            case 3: ScrollView { LazyVStack(alignment: .leading) { ForEach(items) { Text($0.name) } } }
            case 4:
                ScrollView(.horizontal) {
                    LazyHStack(alignment: .top, spacing: 10) { ForEach($items) { $item in Text(item.name) } }
                }
            case 5: ScrollView { LazyVGrid(columns: columns) { ForEach(items, id: \.self) { Text($0.name) } } }
            case 6:
                ScrollView(.horizontal) {
                    LazyHGrid(rows: columns, alignment: .top) { ForEach($items) { $item in Text(item.name) } }
                }
            case 7:
                ScrollView([.horizontal, .vertical], showsIndicators: false) {
                    VStack { ForEach($items) { $item in Text(item.name) } }
                }
            case 8:
                ScrollViewReader { proxy in
                    ScrollView {
                        Button("Scroll") { withAnimation { proxy.scrollTo(items.last?.id) } }
                        ForEach(items) { item in Text(item.name).id(item.id) }
                    }
                }
            case 9:
                LazyVStack(pinnedViews: [.sectionHeaders]) {
                    Section {
                        ForEach(items.indices, id: \.self) { index in Text(items[index].name) }
                    } header: {
                        Text("Header")
                    }
                }
            case 10:
                Form {
                    Section("Notes") { ForEach($items) { $item in TextField("Name", text: $item.name) } }
                    Section {
                        Toggle("On", isOn: .constant(true))
                    } footer: {
                        Text("Footer")
                    }
                }
            case 11:
                Grid(alignment: .leading, horizontalSpacing: 5) {
                    GridRow {
                        Text("A")
                        Text("B")
                    }
                    ForEach($items) { $item in
                        GridRow {
                            Text(item.name)
                            Color.red.gridCellUnsizedAxes(.horizontal)
                        }
                    }
                }
            case 12: ViewThatFits { HStack { ForEach($items) { $item in Text(item.name) } } }
            case 13: GroupBox("Box") { ForEach($items) { $item in Text(item.name) } }
            case 14:
                LazyVStack {
                    ForEach(items) { item in
                        Text(item.name); Divider()
                    }
                }
            case 15: LazyVGrid(columns: columns) { ForEach($items) { $item in if item.id > 0 { Text(item.name) } } }
            default: NavigationStack { ScrollView { VStack { ForEach($items) { $item in Text(item.name) } } } }
            }
        }
    }

    @Test(arguments: 0...16) func `containers of data that change`(_ form: Int) throws {
        let window = TestWindow(Containers(form: form))
        func names() -> [String] {
            form == 10 ? window.all(.textField).compactMap(\.value) : window.texts.filter { $0.hasPrefix("i") }
        }
        #expect(names() == ["i1", "i2", "i3"])
        try window.find(.button, "Insert").tap()
        #expect(names() == ["i9", "i1", "i2", "i3"])
        try window.find(.button, "Rename").tap()
        #expect(names() == ["i9", "i1!", "i2", "i3"])
        try window.find(.button, "Remove").tap()
        #expect(names() == ["i9", "i1!", "i2"])
        for _ in 0..<3 { try window.find(.button, "Remove").tap() }
        #expect(names() == [])
    }

    private struct Images: View {
        @State private var isOn = false

        var body: some View {
            Image(systemName: isOn ? "star.fill" : "star").resizable().scaledToFit().frame(width: 20).foregroundStyle(.tint)
            Image(systemName: "speaker.wave.3", variableValue: 0.5).symbolRenderingMode(.hierarchical).imageScale(.large)
            Image(decorative: "landscape").resizable().aspectRatio(contentMode: .fill).clipShape(Circle())
            Image("landscape", label: Text("A landscape")).interpolation(.none).renderingMode(.template)
            Label("Labeled", systemImage: isOn ? "sun.max" : "moon")
            Button("Switch") { isOn.toggle() }
        }
    }

    @Test func `images`() throws {
        let window = TestWindow(Images())
        #expect(!window.all(.any, "A landscape").isEmpty)
        try window.find(.button, "Switch").tap()
        #expect(window.texts == ["Labeled", "Switch"])
    }
}
