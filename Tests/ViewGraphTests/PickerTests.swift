import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct PickerTests {
    private enum Order: String, CaseIterable, Identifiable {
        case time, magnitude
        var id: Self { self }
    }

    private struct Orders: View {
        @State var order = Order.time
        var body: some View {
            Picker("Order", selection: $order) { ForEach(Order.allCases) { Text(verbatim: $0.rawValue) } }
            Text(verbatim: "by \(order.rawValue)")
        }
    }

    private struct Numbers: View {
        @State var number: Int? = 2
        var body: some View {
            Picker("Number", selection: $number) {
                Text("None").tag(Int?.none)
                Text("One").tag(1)
                Text("Two").tag(2 as Int?)
            }
            Text(verbatim: number.map { "\($0)" } ?? "nil")
        }
    }

    @Test func `a picker has an option for each element of its data, and chooses by its ID`() throws {
        let screen = Screen(Orders())
        #expect(screen.options.map(\.content.title) == ["time", "magnitude"])
        let picker = try #require(screen.pickers.first)
        #expect(picker.content.selection == screen.options[0].content.id)
        screen.send(OptionEvent(option: screen.options[1].content.id), to: picker.item)
        #expect(screen.texts.last == "by magnitude")
        #expect(screen.pickers.first?.content.selection == screen.options[1].content.id)
    }

    @Test func `tags of an optional selection may be values, optionals and nil`() throws {
        let screen = Screen(Numbers())
        let picker = try #require(screen.pickers.first)
        #expect(picker.content.selection == screen.options[2].content.id)
        screen.send(OptionEvent(option: screen.options[0].content.id), to: picker.item)
        #expect(screen.texts.last == "nil")
        screen.send(OptionEvent(option: screen.options[1].content.id), to: picker.item)
        #expect(screen.texts.last == "1")
    }

    @Test func `an option that does not exist changes nothing`() throws {
        let screen = Screen(Orders())
        screen.send(OptionEvent(option: 99), to: try #require(screen.pickers.first).item)
        screen.send(OptionEvent(option: -1), to: try #require(screen.pickers.first).item)
        #expect(screen.texts.last == "by time")
    }

    private struct Shrinking: View {
        @State var selection = "a"
        @State var names = ["a", "b"]
        var body: some View {
            Picker("Name", selection: $selection) { ForEach(names, id: \.self) { Text(verbatim: $0) } }
            Text(verbatim: selection)
            Button("Remove") { names = ["a"] }
            Button("Add") { names = ["a", "b"] }
        }
    }

    @Test func `an option that was removed changes nothing`() throws {
        let screen = Screen(Shrinking())
        let removed = screen.options[1].content.id
        screen.press("Remove")
        screen.send(OptionEvent(option: removed), to: try #require(screen.pickers.first).item)
        #expect(screen.texts.contains("b") == false)
        screen.press("Add")
        screen.send(OptionEvent(option: screen.options[1].content.id), to: try #require(screen.pickers.first).item)
        #expect(screen.texts.contains("b"))
    }

    private struct Exact: View {
        @State var number: Int? = 1
        var body: some View {
            Picker("Number", selection: $number) {
                Text("Value").tag(1, includeOptional: false)
                Text("Optional").tag(Int?.some(1), includeOptional: false)
                Text("Two").tag(2)
            }
            Text(verbatim: number.map { "\($0)" } ?? "nil")
        }
    }

    @Test func `a tag that does not include its optional does not match it`() throws {
        let screen = Screen(Exact())
        let picker = try #require(screen.pickers.first)
        #expect(picker.content.selection == screen.options[1].content.id)
        screen.send(OptionEvent(option: screen.options[2].content.id), to: picker.item)
        screen.send(OptionEvent(option: screen.options[0].content.id), to: picker.item)
        #expect(screen.texts.last == "2")
        screen.send(OptionEvent(option: screen.options[1].content.id), to: picker.item)
        #expect(screen.texts.last == "1")
    }

    @Test func `a binding that rejects the option has the picker sent again`() throws {
        let screen = Screen(
            Picker("Fixed", selection: .constant(1)) {
                Text("1").tag(1); Text("2").tag(2)
            })
        let picker = try #require(screen.pickers.first).item
        screen.send(OptionEvent(option: screen.options[1].content.id), to: picker)
        #expect(screen.lastMutations == ["update"])
    }

    @Test func `a disabled picker ignores the user`() throws {
        let screen = Screen(Orders().disabled(true))
        screen.send(OptionEvent(option: screen.options[1].content.id), to: try #require(screen.pickers.first).item)
        #expect(screen.texts.last == "by time")
    }

    @Test func `a segmented picker shows each label as a choice`() throws {
        let screen = Screen(Orders().pickerStyle(.segmented))
        #expect(screen.choices.map { screen.texts(of: $0.item) } == [["time"], ["magnitude"]])
        #expect(screen.choices.map(\.content.isSelected) == [true, false])
        screen.send(PressEvent(), to: screen.choices[1].item)
        #expect(screen.choices.map(\.content.isSelected) == [false, true])
        #expect(screen.choices.map(\.content.isTabStop) == [false, true])
        #expect(screen.texts.last == "by magnitude")
    }

    @Test func `a choice without a selection can be reached by the keyboard`() {
        let screen = Screen(
            Picker("None", selection: .constant(9)) {
                Text("1").tag(1); Text("2").tag(2)
            }.pickerStyle(.inline))
        #expect(screen.choices.map(\.content.isSelected) == [false, false])
        #expect(screen.choices.map(\.content.isTabStop) == [true, false])
    }

    private struct Growing: View {
        @State var count = 2
        var body: some View {
            Button("More") { count += 1 }
            Picker("Number", selection: .constant(1)) { ForEach(0..<count, id: \.self) { Text(verbatim: "\($0)") } }
        }
    }

    @Test func `options follow the data`() {
        let screen = Screen(Growing())
        screen.press("More")
        #expect(screen.options.map(\.content.title) == ["0", "1", "2"])
        #expect(screen.lastMutations == ["insert"])
    }

    /// A native menu shows texts only, so an image is an option by its label or its symbol's name.
    @Test func `an option that is an image has the text of the image`() {
        let screen = Screen(
            Picker("Rating", selection: .constant(1)) {
                Image(systemName: "star.fill").tag(1)
                Image("oak", label: Text("An oak")).tag(2)
                Image("no such image").tag(3)
                Label("Tree", systemImage: "tree").tag(4)
                Image(systemName: "leaf").accessibilityLabel("A leaf").tag(5)
                Image(decorative: "no such decoration").tag(6)
            })
        let titles = ["star fill", "An oak", "no such image", "Tree", "A leaf", "no such decoration"]
        #expect(screen.options.map(\.content.title) == titles)
    }

    private struct Sections: View {
        @State var size = 1
        @State var isLong = false

        var body: some View {
            Picker("Size", selection: $size) {
                Text("None").tag(0)
                Section("Small") { sizes(1...(isLong ? 3 : 2)) }
                Section { sizes((isLong ? 4 : 3)...4) }
                Divider()
                Text("Other").tag(5)
            }
            Button("More") { isLong = true }
        }

        private func sizes(_ range: ClosedRange<Int>) -> some View {
            ForEach(range, id: \.self) { Text(verbatim: "\($0)") }
        }
    }

    /// The options of the first item that fulfils a condition, by their titles; groups in brackets,
    /// and lines as "-".
    private func outline(_ screen: Screen, of condition: (ElementContent) -> Bool) -> [String] {
        func outline(_ item: Screen.Item) -> [String] {
            switch item.content {
            case .control(.option(let option)): [option.title]
            case .control(.choice), .text: [screen.texts(of: item).joined()]
            case .control(.optionGroup(let title)), .control(.group(.menuSection(let title?, _))):
                ["\(title) \(item.children.flatMap(outline))"]
            case .layout(.divider): ["-"]
            default: []
            }
        }
        return screen.all(condition).first?.children.flatMap(outline) ?? []
    }

    private func isPicker(_ content: ElementContent) -> Bool { if case .control(.picker) = content { true } else { false } }
    private func isChoices(_ content: ElementContent) -> Bool { if case .control(.choices) = content { true } else { false } }

    @Test func `sections of a menu are groups, and dividers lines`() throws {
        let screen = Screen(Sections())
        #expect(outline(screen, of: isPicker) == ["None", #"Small ["1", "2"]"#, "-", "3", "4", "-", "Other"])
        let picker = try #require(screen.pickers.first)
        let second = try #require(screen.options.first { $0.content.title == "2" })
        screen.send(OptionEvent(option: second.content.id), to: picker.item)
        #expect(screen.pickers.first?.content.selection == second.content.id)
    }

    @Test func `an option moves to another section`() throws {
        let screen = Screen(Sections())
        screen.press("More")
        #expect(outline(screen, of: isPicker) == ["None", #"Small ["1", "2", "3"]"#, "-", "4", "-", "Other"])
        let picker = try #require(screen.pickers.first)
        let third = try #require(screen.options.first { $0.content.title == "3" })
        screen.send(OptionEvent(option: third.content.id), to: picker.item)
        #expect(screen.pickers.first?.content.selection == third.content.id)
    }

    @Test func `sections of choices show their headers, unless they are in one row`() {
        let inline = Screen(Sections().pickerStyle(.inline))
        #expect(outline(inline, of: isChoices) == ["None", "Small", "1", "2", "3", "4", "-", "Other"])
        let segmented = Screen(Sections().pickerStyle(.segmented))
        #expect(outline(segmented, of: isChoices) == ["None", "1", "2", "3", "4", "Other"])
        let menu = Screen(Menu("Menu") { Sections() })
        #expect(outline(menu, of: isChoices) == ["None", #"Small ["1", "2"]"#, "-", "3", "4", "-", "Other"])
    }

    /// A stack in the content is one element, of which the options are not the children.
    @Test func `a line in a stack of options is not shown`() {
        let screen = Screen(
            Picker("Size", selection: .constant(1)) {
                VStack {
                    Text("1").tag(1)
                    Divider()
                    Text("2").tag(2)
                }
                ForEach(3...4, id: \.self) { number in
                    HStack {
                        Text(verbatim: "\(number)")
                        Divider()
                    }
                }
            })
        #expect(outline(screen, of: isPicker) == ["1", "2", "3", "4"])
    }
}
