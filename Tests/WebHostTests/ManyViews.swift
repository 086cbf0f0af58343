import Foundation
import StrataViewGraph

/// A window with a view of each kind that handles events, for random messages.
struct ManyViews: View {
    @State private var tab = 0

    var body: some View {
        TabView(selection: $tab) {
            ManyControls().tabItem { Text("Controls") }.tag(0)
            ManyRows().tabItem { Text("Rows") }.tag(1)
            ManyPresentations().tabItem { Text("Presentations") }.tag(2)
            ManyPages().tabItem { Text("Pages") }.tag(3)
        }
    }
}

private struct ManyControls: View {
    private enum Fruit: String, CaseIterable { case apple, banana, cherry }

    @State private var count = 0
    @State private var isOn = false
    @State private var value = 4.0
    @State private var text = "text"
    @State private var number: Double? = 1
    @State private var fruit = Fruit.apple
    @State private var date = Date(timeIntervalSince1970: 0)
    @State private var color = Color.red
    @State private var isOpen = false
    @GestureState private var offset = CGSize.zero
    @FocusState private var isFocused: Bool
    @Environment(\.openURL) private var openURL

    var body: some View {
        ScrollView {
            GeometryReader { geometry in Text("\(geometry.size.width)") }
            Button("Count \(count)") { count &+= 1 }.keyboardShortcut("k")
            Toggle("On", isOn: $isOn)
            Slider(value: $value, in: 0...10, step: 0.5) { Text("Value") }
            Stepper("Count", value: $count, in: 0...10)
            TextField("Text", text: $text, axis: .vertical).focused($isFocused).onSubmit { text = "" }
            TextField("Number", value: $number, format: .number)
            SecureField("Secret", text: $text)
            TextEditor(text: $text)
            pickers
            DisclosureGroup("More", isExpanded: $isOpen) { Text("\(count)") }
            Menu("Menu") {
                Button("Reset", role: .destructive) { count = 0 }
                Toggle("On", isOn: $isOn)
            }
            Link("Link", destination: URL(string: "https://example.com")!)
            Button("Open") { openURL(URL(string: "https://example.com")!) }
            gestures
        }
    }

    @ViewBuilder private var pickers: some View {
        ForEach([PickerChoice.menu, .segmented, .inline], id: \.self) { choice in
            let picker = Picker("Fruit", selection: $fruit) {
                ForEach(Fruit.allCases, id: \.self) { Text($0.rawValue) }
            }
            switch choice {
            case .menu: picker.pickerStyle(.menu)
            case .segmented: picker.pickerStyle(.segmented)
            case .inline: picker.pickerStyle(.inline)
            }
        }
        DatePicker("Date", selection: $date)
        ColorPicker("Color", selection: $color)
    }

    private enum PickerChoice { case menu, segmented, inline }

    @ViewBuilder private var gestures: some View {
        Text("Drag \(offset.width)")
            .gesture(DragGesture().updating($offset) { drag, offset, _ in offset = drag.translation }.onEnded { _ in count = 1 })
        Text("Tap").onTapGesture(count: 2) { count = 2 }.onLongPressGesture { count = 3 }
        Text("Hover").onHover { isOn = $0 }
        Text("Key").focusable().onKeyPress { _ in .handled }
    }
}

private struct ManyRows: View {
    @State private var numbers = Array(0..<200)
    @State private var chosen: Set<Int> = []
    @State private var editMode = EditMode.inactive
    @State private var filter = ""

    var body: some View {
        Button("Edit") { editMode = editMode == .active ? .inactive : .active }
        List(selection: $chosen) {
            Section("Numbers", isExpanded: .constant(true)) {
                ForEach(numbers.filter { filter.isEmpty || "\($0)".contains(filter) }, id: \.self) { number in
                    Text("\(number)").swipeActions { Button("Pin") { chosen = [number] } }
                }
                .onDelete { numbers.remove(atOffsets: $0) }
                .onMove { numbers.move(fromOffsets: $0, toOffset: $1) }
            }
        }
        .contextMenu(forSelectionType: Int.self) { ids in
            Button("Choose") { chosen = ids }
        } primaryAction: {
            chosen = $0
        }
        .environment(\.editMode, $editMode)
        .searchable(text: $filter)
        .refreshable { numbers = Array(0..<200) }
    }
}

private struct ManyPresentations: View {
    @State private var isSheetShown = false
    @State private var isPopoverShown = false
    @State private var isAlertShown = false
    @State private var isQuestionShown = false
    @State private var name = ""

    var body: some View {
        Button("Sheet") { isSheetShown = true }
            .sheet(isPresented: $isSheetShown) { TextField("Name", text: $name).presentationDetents([.medium, .large]) }
        Button("Popover") { isPopoverShown = true }.popover(isPresented: $isPopoverShown) { Text("Popover") }
        Button("Alert") { isAlertShown = true }
            .alert("Alert", isPresented: $isAlertShown) {
                TextField("Name", text: $name)
                Button("OK") { name = "" }
            }
        Button("Question") { isQuestionShown = true }
            .confirmationDialog("Question", isPresented: $isQuestionShown) { Button("Delete", role: .destructive) {} }
        Text("Menu").contextMenu { Button("Rename") { name = "new" } }
    }
}

private struct ManyPages: View {
    @State private var path: [Int] = []

    var body: some View {
        NavigationStack(path: $path) {
            NavigationLink("One", value: 1)
                .navigationDestination(for: Int.self) { number in
                    if number < 20 { NavigationLink("Next", value: number + 1) }
                    Text("Page \(number)").navigationTitle("Page \(number)").toolbar { Button("Home") { path = [] } }
                }
                .navigationTitle("Pages")
        }
    }
}
