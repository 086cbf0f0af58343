import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `DisclosureGroup`, `GroupBox`, `LabeledContent`, `Form`, `ControlGroup`, `Grid` and stacks by
/// their documentation.
@MainActor
struct ContainerTests {
    @Test func `a disclosure group shows its content while it is expanded`() throws {
        let isExpanded = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isExpanded) { value in DisclosureGroup("More", isExpanded: value) { Text("Content") } })
        #expect(!window.texts.contains("Content"))
        isExpanded.value = true
        #expect(window.texts.contains("Content"))
        #expect(try window.find(.disclosure, "More").isExpanded == true)
    }

    @Test func `the user's expanding and collapsing sets the binding`() throws {
        let isExpanded = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isExpanded) { value in DisclosureGroup("More", isExpanded: value) { Text("Content") } })
        try window.find(.disclosure, "More").expand()
        #expect(isExpanded.value)
        try window.find(.disclosure, "More").collapse()
        #expect(!isExpanded.value)
    }

    @Test func `a disclosure group without a binding keeps its own state`() throws {
        let window = TestWindow { DisclosureGroup("More") { Text("Content") } }
        try window.find(.disclosure, "More").expand()
        #expect(window.texts.contains("Content"))
        try window.find(.disclosure, "More").collapse()
        #expect(!window.texts.contains("Content"))
    }

    private struct PlainDisclosure: DisclosureGroupStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button {
                configuration.isExpanded.toggle()
            } label: {
                configuration.label
            }
            if configuration.isExpanded { configuration.content }
        }
    }

    @Test func `a style of disclosure groups sets the binding and shows the content`() throws {
        let isExpanded = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isExpanded) { value in
                DisclosureGroup("More", isExpanded: value) { Text("Content") }.disclosureGroupStyle(PlainDisclosure())
            })
        try window.find(.button, "More").tap()
        #expect(isExpanded.value)
        #expect(window.texts == ["More", "Content"])
    }

    @Test func `a group box shows its label above its content`() {
        #expect(TestWindow { GroupBox("Terms") { Text("Content") } }.texts == ["Terms", "Content"])
    }

    private struct Reversed: GroupBoxStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.content
            configuration.label
        }
    }

    @Test func `a style of group boxes arranges the label and the content`() {
        let window = TestWindow { GroupBox("Terms") { Text("Content") }.groupBoxStyle(Reversed()) }
        #expect(window.texts == ["Content", "Terms"])
    }

    @Test func `labeled content shows its label and its value`() {
        #expect(TestWindow { LabeledContent("Model", value: "A1") }.texts == ["Model", "A1"])
    }

    @Test func `labeled content formats its value`() {
        let format = FloatingPointFormatStyle<Double>.Percent(locale: Locale(identifier: "en_US"))
        #expect(TestWindow { LabeledContent("Share", value: 0.5, format: format) }.texts == ["Share", "50%"])
    }

    private struct Arrow: LabeledContentStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.content
            Text("←")
            configuration.label
        }
    }

    @Test func `a style of labeled content arranges the label and the content`() {
        let window = TestWindow { LabeledContent("Model", value: "A1").labeledContentStyle(Arrow()) }
        #expect(window.texts == ["A1", "←", "Model"])
    }

    @Test func `a form groups controls, which work as outside of it`() throws {
        let isOn = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isOn) { value in Form { Section("Notifications") { Toggle("Sounds", isOn: value) } } })
        #expect(window.texts.contains("Notifications"))
        try window.find(.toggle, "Sounds").tap()
        #expect(isOn.value)
    }

    @Test func `a section of a sidebar shows its content while it is expanded`() {
        let isExpanded = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isExpanded) { value in
                List { Section("Folders", isExpanded: value) { Text("Inbox") } }.listStyle(.sidebar)
            })
        #expect(!window.texts.contains("Inbox"))
        isExpanded.value = true
        #expect(window.texts.contains("Inbox"))
    }

    @Test func `a control group shows its controls`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            ControlGroup {
                Button("Bold") { log.events.append("bold") }
                Button("Italic") { log.events.append("italic") }
            }
        }
        try window.find(.button, "Italic").tap()
        #expect(log.events == ["italic"])
    }

    @Test func `a grid shows the cells of each row in order`() {
        let window = TestWindow {
            Grid {
                GridRow {
                    Text("A")
                    Text("B")
                }
                Divider()
                GridRow { Text("C").gridCellColumns(2) }
            }
        }
        #expect(window.texts == ["A", "B", "C"])
    }

    @Test func `a lazy grid shows the views of its content`() {
        let window = TestWindow {
            LazyVGrid(columns: [GridItem(.flexible()), GridItem(.fixed(80))]) { ForEach(0..<3) { Text("\($0)") } }
        }
        #expect(window.texts == ["0", "1", "2"])
    }

    @Test func `an empty view shows nothing`() {
        #expect(TestWindow(EmptyView()).texts.isEmpty)
    }

    @Test func `the content of a view that is not available shows its label, description and actions`() {
        let window = TestWindow {
            ContentUnavailableView {
                Text("No mail")
            } description: {
                Text("New mail appears here.")
            } actions: {
                Button("Check") {}
            }
        }
        #expect(window.texts == ["No mail", "New mail appears here.", "Check"])
    }

    @Test func `a geometry reader passes its size, and a local frame that begins at zero`() throws {
        let window = TestWindow {
            GeometryReader { proxy in
                Text("\(Int(proxy.size.width)) × \(Int(proxy.size.height))")
                Text("\(Int(proxy.frame(in: .local).minX)) \(Int(proxy.frame(in: .local).maxY))")
            }
        }
        try window.find(.geometry).resize(to: CGSize(width: 320, height: 200), at: CGPoint(x: 10, y: 20))
        #expect(window.texts == ["320 × 200", "0 200"])
    }

    @Test func `the frame of a geometry reader in global coordinates has its origin`() throws {
        let window = TestWindow {
            GeometryReader { proxy in
                Text("\(Int(proxy.frame(in: .global).minX)) \(Int(proxy.frame(in: .global).minY))")
            }
        }
        try window.find(.geometry).resize(to: CGSize(width: 320, height: 200), at: CGPoint(x: 10, y: 20))
        #expect(window.texts == ["10 20"])
    }

    @Test func `an action for changes of the geometry is called when the derived value changes`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").onGeometryChange(for: CGFloat.self) {
                $0.size.width
            } action: {
                log.events.append("\(Int($0))")
            }
        }
        try window.find(.geometry).resize(to: CGSize(width: 100, height: 10))
        try window.find(.geometry).resize(to: CGSize(width: 100, height: 50))
        try window.find(.geometry).resize(to: CGSize(width: 200, height: 50))
        #expect(Array(log.events.suffix(2)) == ["100", "200"])
    }
}
