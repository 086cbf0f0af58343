import Foundation
import StrataViewGraph
import StrataViewTesting
import Testing

/// `allowsHitTesting(_:)`, which keeps the pointer from a view and what is inside it.
@MainActor
struct HitTests {
    @Observable final class Model {
        var events: [String] = []
    }

    private let model = Model()

    private struct Controls: View {
        let model: Model
        let allowsHits: Bool
        @State private var isOn = false
        @State private var size = "S"
        @State private var volume = 1.0
        @State private var name = ""

        var body: some View {
            VStack {
                Button("Save") { model.events.append("save") }.keyboardShortcut("s")
                Toggle("Loud", isOn: $isOn)
                Text("tap").onTapGesture { model.events.append("tap") }
                Text("press").onLongPressGesture { model.events.append("press") }
                Text("drag").gesture(DragGesture().onEnded { _ in model.events.append("drag") })
                Text("zoom").gesture(MagnifyGesture().onEnded { _ in model.events.append("zoom") })
                Text("turn").gesture(RotateGesture().onEnded { _ in model.events.append("turn") })
                Picker("Size", selection: $size) {
                    Text("Small").tag("S")
                    Text("Large").tag("L")
                }
                Slider(value: $volume, in: 0...10) { Text("Volume") }
                TextField("Name", text: $name)
            }
            .allowsHitTesting(allowsHits)
            Text(verbatim: "\(isOn) \(size) \(Int(volume)) \(name)").accessibilityIdentifier("state")
        }
    }

    private func use(_ window: TestWindow, expecting error: (() throws -> Void) -> Void) {
        error { try window.find(.button, "Save").tap() }
        error { try window.find(.toggle, "Loud").tap() }
        error { try window.find(.text, "tap").tap() }
        error { try window.find(.text, "press").longPress() }
        error { try window.find(.text, "drag").drag(by: CGSize(width: 20, height: 0)) }
        error { try window.find(.text, "zoom").magnify(by: 2) }
        error { try window.find(.text, "turn").rotate(by: .degrees(90)) }
        error { try window.find(.picker, "Size").choose("Large") }
        error { try window.find(.slider).slide(to: 5) }
    }

    @Test func `nothing inside a view that does not allow hit testing is tapped, dragged or pinched`() throws {
        let window = TestWindow(Controls(model: model, allowsHits: false))
        use(window) { action in #expect(throws: ActionNotHandled.self, performing: action) }
        #expect(model.events == [])
        #expect(try window.find(identifier: "state").text == "false S 1 ")
    }

    @Test func `a view that allows hit testing is tapped, dragged and pinched`() throws {
        let window = TestWindow(Controls(model: model, allowsHits: true))
        use(window) { action in #expect(throws: Never.self, performing: action) }
        #expect(model.events == ["save", "tap", "press", "drag", "zoom", "turn"])
        #expect(try window.find(identifier: "state").text == "true L 5 ")
    }

    @Test func `the keyboard reaches a view that does not allow hit testing`() throws {
        let window = TestWindow(Controls(model: model, allowsHits: false))
        let button = try window.find(.button, "Save")
        try button.press(.return)
        try button.press(.space)
        try window.press("s", modifiers: .command)
        #expect(model.events == ["save", "save", "save"])
        try window.find(.toggle, "Loud").press(.space)
        try window.find(.textField, "Name").type("Ada")
        #expect(try window.find(identifier: "state").text == "true S 1 Ada")
    }

    @Test func `assistive technology reaches the actions of a view that does not allow hit testing`() throws {
        let window = TestWindow(
            Text("Noto").accessibilityAction(named: "Delete") { model.events.append("delete") }.allowsHitTesting(false))
        try window.find(.button, "Delete").tap()
        #expect(model.events == ["delete"])
    }

    @Test func `a view inside cannot allow hit testing again`() throws {
        let window = TestWindow(
            VStack { Button("Save") { model.events.append("save") }.allowsHitTesting(true) }.allowsHitTesting(false))
        let button = try window.find(.button, "Save")
        #expect(!button.isHittable)
        #expect(throws: ActionNotHandled.self) { try button.tap() }
    }

    @Test func `a view is enabled without allowing hit testing, and the error says why it is not tapped`() throws {
        let window = TestWindow(
            VStack {
                Button("Save") {}.allowsHitTesting(false)
                Button("Undo") {}
            })
        let button = try window.find(.button, "Save")
        #expect(button.isEnabled)
        #expect(!button.isHittable)
        let error = #expect(throws: ActionNotHandled.self) { try button.tap() }
        #expect(error?.description == "“Save” cannot be tapped: it, or a view around it, has allowsHitTesting(false).")
        #expect(try window.find(.button, "Undo").isHittable)
    }

    private struct Owner: View {
        let model: Model
        var body: some View {
            VStack {
                Text("inside").contextMenu { Button("Inner") { model.events.append("inner") } }.allowsHitTesting(false)
            }
            .contextMenu { Button("Outer") { model.events.append("outer") } }
        }
    }

    @Test func `the pointer reaches the view behind one that does not allow hit testing`() throws {
        let window = TestWindow(Owner(model: model))
        try window.find(.text, "inside").chooseMenuItem("Outer")
        #expect(model.events == ["outer"])
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "inside").chooseMenuItem("Inner") }
    }

    private struct Rows: View {
        let allowsHits: Bool
        @State private var names = ["a", "b"]
        @State private var selection: String?
        var body: some View {
            List(selection: $selection) {
                ForEach(names, id: \.self) { Text($0) }.onDelete { names.remove(atOffsets: $0) }
            }
            .allowsHitTesting(allowsHits)
            Text(verbatim: "\(names) \(selection ?? "none")").accessibilityIdentifier("state")
        }
    }

    @Test func `the rows of a list that does not allow hit testing are neither selected nor deleted`() throws {
        let window = TestWindow(Rows(allowsHits: false))
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "a").select() }
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "b").delete() }
        #expect(try window.find(identifier: "state").text == #"["a", "b"] none"#)
        let other = TestWindow(Rows(allowsHits: true))
        try other.find(.row, "a").select()
        try other.find(.row, "b").delete()
        #expect(try other.find(identifier: "state").text == #"["a"] a"#)
    }
}
