import Foundation
import StrataViewGraph
import StrataViewTesting
import Testing

@MainActor
struct KeyAndSizeTests {
    private struct Board: View {
        @State private var log = ""
        @State private var title = ""
        @State private var isAsking = false

        var body: some View {
            VStack { Text("board").focusable() }
                .onKeyPress(.leftArrow) {
                    log += "left "
                    return .handled
                }
            TextField("Title", text: $title).onSubmit { log += "submit " }
            Button("Save") { log += "save " }.keyboardShortcut("s")
            Button("Ask") { isAsking = true }
                .alert("Sure?", isPresented: $isAsking) { Button("Yes") {} }
            Text(log).accessibilityIdentifier("log")
        }
    }

    private let window = TestWindow(Board())
    private var log: String { get throws { try window.find(identifier: "log").text } }

    @Test func `a key reaches the closest view that handles it`() throws {
        try window.find(.text, "board").press(.leftArrow)
        #expect(try log == "left ")
        let error = #expect(throws: ActionNotHandled.self) { try window.find(.text, "board").press(.rightArrow) }
        #expect(error?.description.contains("onKeyPress") == true)
    }

    @Test func `a shortcut presses its button`() throws {
        try window.press("s", modifiers: .command)
        #expect(try log == "save ")
        #expect(throws: ActionNotHandled.self) { try window.press("s") }
    }

    @Test func `Return submits a field, and presses a button`() throws {
        try window.find(.textField, "Title").press(.return)
        try window.find(.button, "Save").press(.return)
        #expect(try log == "submit save ")
    }

    @Test func `Escape dismisses the dialog in front`() throws {
        try window.find(.button, "Ask").tap()
        #expect(window.all(.dialog).count == 1)
        try window.press(.escape)
        #expect(window.all(.dialog).isEmpty)
    }

    private struct Sized: View {
        @State private var width = 0.0

        var body: some View {
            GeometryReader { geometry in Text(geometry.size.width < 400 ? "narrow" : "wide") }
            Text("box").onGeometryChange(for: Double.self) {
                $0.size.width
            } action: {
                width = $0
            }
            Text("\(Int(width))")
        }
    }

    @Test func `a size is reported to the views that observe it`() throws {
        let window = TestWindow(Sized())
        let reader = try window.find(.geometry)
        try reader.resize(to: CGSize(width: 320, height: 200))
        #expect(reader.text == "narrow")
        try reader.resize(to: CGSize(width: 640, height: 200))
        #expect(reader.text == "wide")
        try window.find(.text, "box").resize(to: CGSize(width: 12, height: 9))
        #expect(window.texts == ["wide", "box", "12"])
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "12").resize(to: .zero) }
    }

    private struct Tabs: View {
        var body: some View {
            TabView {
                Tab("Inbox", systemImage: "tray") { Text("mail") }
                Tab("Drafts", systemImage: "pencil") { Text("draft") }
            }
        }
    }

    @Test func `a tab is opened`() throws {
        let window = TestWindow(Tabs())
        let drafts = try window.find(.tab, "Drafts")
        #expect(drafts.isSelected == false)
        try drafts.tap()
        #expect(drafts.isSelected == true)
        #expect(window.texts.contains("draft"))
    }
}
