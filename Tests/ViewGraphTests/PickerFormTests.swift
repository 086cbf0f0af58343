import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of pickers: their labels, and the values that they set.
@MainActor
struct PickerFormTests {
    private let size = Binding(StateBox(1))
    private let sources = [Binding(StateBox(1)), Binding(StateBox(2))]
    /// A title that is not a literal, so that it is not a key.
    private let title = "Size"
    private let resource = ImageResource(name: "ruler", bundle: .main)

    @ViewBuilder
    private var sizes: some View {
        Text("Small").tag(1)
        Text("Large").tag(2)
    }

    @Test func `a picker has the label of its initializer, and selects a tag`() throws {
        let pickers: [any View] = [
            Picker(selection: size, label: Text("Size")) { sizes },
            Picker(title, selection: size) { sizes },
            Picker("Size", systemImage: "ruler", selection: size) { sizes },
            Picker(title, systemImage: "ruler", selection: size) { sizes },
            Picker("Size", image: resource, selection: size) { sizes },
            Picker(title, image: resource, selection: size) { sizes },
        ]
        for view in pickers {
            size.wrappedValue = 1
            let screen = Screen(AnyView(view))
            #expect(screen.texts == ["Size"])
            #expect(screen.options.map(\.content.title) == ["Small", "Large"])
            let picker = try #require(screen.pickers.first)
            #expect(picker.content.selection == screen.options[0].content.id)
            screen.send(OptionEvent(option: screen.options[1].content.id), to: picker.item)
            #expect(size.wrappedValue == 2)
        }
    }

    @Test func `a picker of several values shows the first, and sets them all`() throws {
        let pickers: [any View] = [
            Picker("Size", sources: sources, selection: \.self) { sizes },
            Picker(title, sources: sources, selection: \.self) { sizes },
            Picker(sources: sources, selection: \.self) {
                sizes
            } label: {
                Text("Size")
            },
        ]
        for view in pickers {
            (sources[0].wrappedValue, sources[1].wrappedValue) = (1, 2)
            let screen = Screen(AnyView(view))
            #expect(screen.texts == ["Size"])
            let picker = try #require(screen.pickers.first)
            #expect(picker.content.selection == screen.options[0].content.id)
            screen.send(OptionEvent(option: screen.options[1].content.id), to: picker.item)
            #expect(sources.map(\.wrappedValue) == [2, 2])
            screen.send(OptionEvent(option: screen.options[0].content.id), to: picker.item)
            #expect(sources.map(\.wrappedValue) == [1, 1])
        }
    }

    @Test func `a picker with a view of its value shows it in place of the option`() throws {
        let pickers: [any View] = [
            Picker("Size", selection: size) {
                sizes
            } currentValueLabel: {
                Text("now")
            },
            Picker(title, selection: size) {
                sizes
            } currentValueLabel: {
                Text("now")
            },
            Picker("Size", systemImage: "ruler", selection: size) {
                sizes
            } currentValueLabel: {
                Text("now")
            },
            Picker(title, systemImage: "ruler", selection: size) {
                sizes
            } currentValueLabel: {
                Text("now")
            },
        ]
        for view in pickers {
            size.wrappedValue = 1
            let screen = Screen(AnyView(view))
            #expect(screen.texts.prefix(2) == ["Size", "now"])
            let menu = try #require(screen.buttons.first { $0.content.kind == .menu })
            #expect(screen.texts(of: menu.item) == ["now"])
            #expect(screen.choices.map { screen.texts(of: $0.item) } == [["Small"], ["Large"]])
            screen.send(PressEvent(), to: screen.choices[1].item)
            #expect(size.wrappedValue == 2)
        }
    }

    @Test func `a picker of several values with a view of its value sets them all`() {
        let pickers: [any View] = [
            Picker("Size", sources: sources, selection: \.self) {
                sizes
            } currentValueLabel: {
                Text("now")
            },
            Picker(title, sources: sources, selection: \.self) {
                sizes
            } currentValueLabel: {
                Text("now")
            },
            Picker(sources: sources, selection: \.self) {
                sizes
            } label: {
                Text("Size")
            } currentValueLabel: {
                Text("now")
            },
        ]
        for view in pickers {
            (sources[0].wrappedValue, sources[1].wrappedValue) = (1, 2)
            let screen = Screen(AnyView(view))
            #expect(screen.texts.prefix(2) == ["Size", "now"])
            #expect(screen.choices.map(\.content.isSelected) == [true, false])
            screen.send(PressEvent(), to: screen.choices[1].item)
            #expect(sources.map(\.wrappedValue) == [2, 2])
        }
    }

    @Test func `the automatic style of a picker is a menu`() {
        let picker = Picker("Size", selection: size) { sizes }
        #expect(Screen(picker.pickerStyle(.automatic).pickerStyle(.segmented)).pickers.count == 1)
        #expect(Screen(picker.pickerStyle(DefaultPickerStyle()).pickerStyle(.segmented)).pickers.count == 1)
        #expect(Screen(picker.pickerStyle(.segmented)).pickers.count == 0)
    }
}
