import Foundation
import StrataViewGraph
import StrataViewTesting
import Testing

@MainActor
struct TestWindowTests {
    private struct Notes: View {
        @State private var notes = ["Bread"]
        @State private var title = ""
        @State private var isLoud = false
        @State private var isAsking = false

        var body: some View {
            List {
                ForEach(notes, id: \.self) { Text($0) }.onDelete { $0.forEach { notes.remove(at: $0) } }
            }
            TextField("Title", text: $title).onSubmit { add() }
            Button("Add") { add() }.disabled(title.isEmpty).accessibilityIdentifier("add")
            Toggle("Loud", isOn: $isLoud)
            Text(isLoud ? "LOUD" : "quiet").onTapGesture { isLoud.toggle() }.accessibilityLabel("Volume")
            Button("Clear") { isAsking = true }
                .alert("Clear all?", isPresented: $isAsking) { Button("Yes") { notes = [] } }
        }

        private func add() {
            notes.append(title)
            title = ""
        }
    }

    @Test func `elements are found by kind and text, label or identifier`() throws {
        let window = TestWindow(Notes())
        #expect(try window.find(.button, "Add").identifier == "add")
        #expect(try window.find(identifier: "add").text == "Add")
        #expect(try window.find(.textField, "Title").value == "")
        #expect(try window.find(.any, "Volume").text == "quiet")
        #expect(window.all(.row).map(\.text) == ["Bread"])
        #expect(throws: ElementNotFound.self) { try window.find(.button, "Remove") }
    }

    @Test func `typing and tapping change the state`() throws {
        let window = TestWindow(Notes())
        try window.find(.textField).type("Milk")
        try window.find(.button, "Add").tap()
        #expect(window.all(.row).map(\.text) == ["Bread", "Milk"])
        try window.find(.textField).type("Salt")
        try window.find(.textField).submit()
        #expect(window.texts.prefix(3) == ["Bread", "Milk", "Salt"])
    }

    @Test func `a disabled button cannot be tapped`() throws {
        let button = try TestWindow(Notes()).find(.button, "Add")
        #expect(!button.isEnabled)
        #expect(throws: ActionNotHandled.self) { try button.tap() }
    }

    private struct Fields: View {
        @State private var story = ""
        @State private var note = ""
        @State private var query = ""
        var body: some View {
            NavigationStack {
                TextEditor(text: $story).accessibilityLabel("Story")
                TextField("Note", text: $note, axis: .vertical)
                NavigationLink("Next") { Text("Page") }.disabled(true)
                Text("\(story)/\(note)")
            }
            .searchable(text: $query)
        }
    }

    @Test func `fields for several lines are found and typed into`() throws {
        let window = TestWindow(Fields())
        #expect(window.all(.textField).count == 3)
        try window.find(.textField, "Story").type("one\ntwo")
        try window.find(.textField, "Note").type("three")
        #expect(window.texts.contains("one\ntwo/three"))
    }

    @Test func `a search is no dialog`() {
        #expect(TestWindow(Fields()).all(.dialog).isEmpty)
    }

    @Test func `the title and the message of an alert are found`() throws {
        let view = Text("Notes").alert("Clear all?", isPresented: .constant(true)) {
            Button("Yes") {}
        } message: {
            Text("This deletes them.")
        }
        let window = TestWindow(view)
        #expect(window.texts.contains("Clear all?"))
        #expect(try window.find(.dialog, "Clear all?").texts.prefix(2) == ["Clear all?", "This deletes them."])
        #expect(try window.find(.text, "This deletes them.").exists)
    }

    @Test func `a search without a kind and a name finds elements around others, too`() {
        let window = TestWindow(VStack { Text("one") })
        #expect(window.all().map(\.texts) == [["one"], ["one"]])
    }

    private struct Owners: View {
        @State private var presses = 0
        @State private var isOn = false
        var body: some View {
            Button("Add") { presses += 1 }.contextMenu { Button("Other") {} }.accessibilityIdentifier("add")
            Toggle("Loud", isOn: $isOn).contextMenu { Button("Other") {} }.accessibilityIdentifier("loud")
            Button("Never") {}.disabled(true).contextMenu { Button("Other") {} }.accessibilityIdentifier("never")
            Text("\(presses)")
        }
    }

    @Test func `a view with a context menu is used by an identifier around it`() throws {
        let window = TestWindow(Owners())
        try window.find(identifier: "add").tap()
        try window.find(.button, identifier: "add").tap()
        #expect(window.texts.contains("2"))
        let toggle = try window.find(.toggle, identifier: "loud")
        #expect(toggle.isOn == false)
        try toggle.tap()
        #expect(toggle.isOn == true)
        #expect(try !window.find(identifier: "never").isEnabled)
    }

    @Test func `a disabled link cannot be tapped`() throws {
        let link = try TestWindow(Fields()).find(.button, "Next")
        #expect(!link.isEnabled)
        #expect(throws: ActionNotHandled.self) { try link.tap() }
    }

    @Test func `toggles and tap gestures are tapped`() throws {
        let window = TestWindow(Notes())
        let toggle = try window.find(.toggle, "Loud")
        try toggle.tap()
        #expect(toggle.isOn == true)
        try window.find(.button, "Volume").tap()
        #expect(toggle.isOn == false)
        #expect(window.texts.contains("quiet"))
    }

    @Test func `rows are deleted, and dialogs answered or dismissed`() throws {
        let window = TestWindow(Notes())
        let row = try window.find(.row, "Bread")
        try row.delete()
        #expect(!row.exists)
        try window.find(.button, "Clear").tap()
        try window.find(.dialog).dismiss()
        #expect(window.all(.dialog).isEmpty)
        try window.find(.button, "Clear").tap()
        try window.find(.dialog).find(.button, "Yes").tap()
        #expect(window.all(.row).isEmpty)
        #expect(window.all(.dialog).isEmpty)
    }

    private struct Loading: View {
        @Environment(\.horizontalSizeClass) private var width
        @State private var text = "loading"
        var body: some View {
            Text(text).task {
                await Task.yield()
                text = "loaded"
            }
            Text(width == .compact ? "narrow" : "wide")
        }
    }

    @Test func `a task's end is awaited`() async throws {
        let window = TestWindow(Loading())
        try await window.wait(.seconds(1_200)) { $0.texts.first == "loaded" }
        #expect(window.texts.first == "loaded")
    }

    @Test func `a condition that is not fulfilled in time throws`() async {
        let window = TestWindow(Text("still"))
        await #expect(throws: ConditionNotFulfilled.self) {
            try await window.wait(.milliseconds(10)) { $0.texts == ["moving"] }
        }
    }

    @Test func `the surroundings of a window can be set`() {
        let window = TestWindow(Loading())
        window.setSurroundings(isNarrow: true)
        #expect(window.texts.last == "narrow")
    }

    @Test func `an outline names each element`() {
        let window = TestWindow(VStack { Text("a").accessibilityIdentifier("first") })
        #expect(window.description == "window\n  layout stack\n    text “a” [first]\n")
    }

    @Test func `a drag and a long press reach their gestures`() throws {
        struct Movable: View {
            @State private var x = 0.0
            @State private var presses = 0
            var body: some View {
                Text("box").gesture(DragGesture().onChanged { x = $0.translation.width })
                Text("\(Int(x))")
                Text("press").onLongPressGesture { presses += 1 }
                Text("\(presses)")
            }
        }
        let window = TestWindow(Movable())
        try window.find(.text, "box").drag(by: CGSize(width: 30, height: 0))
        try window.find(.text, "press").longPress()
        #expect(window.texts == ["box", "30", "press", "1"])
    }

    @Test func `gestures of two fingers reach their views`() throws {
        struct Picture: View {
            @State private var scale = 1.0
            @State private var angle = Angle.zero
            var body: some View {
                Text("zoom").gesture(MagnifyGesture().onEnded { scale *= $0.magnification })
                Text("turn").gesture(RotateGesture().onEnded { angle += $0.rotation })
                Text("\(scale, format: .number) \(angle.degrees, format: .number)")
            }
        }
        let window = TestWindow(Picture())
        try window.find(.text, "zoom").magnify(by: 2)
        try window.find(.text, "turn").rotate(by: .degrees(45))
        #expect(window.texts.last == "2 45")
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "zoom").rotate(by: .degrees(1)) }
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "turn").magnify(by: 2) }
    }

    @Test func `a window continues activities and opens URLs`() throws {
        struct Reader: View {
            @State private var page = 1
            var body: some View {
                Text("page \(page)")
                Button("Turn") { page += 1 }
                    .userActivity("com.example.read", isActive: page > 1) { $0.userInfo = ["page": page] }
                    .onContinueUserActivity("com.example.read") { page = $0.userInfo?["page"] as? Int ?? 0 }
                    .onOpenURL { page = Int($0.lastPathComponent) ?? 0 }
            }
        }
        let window = TestWindow(Reader())
        #expect(window.userActivity == nil)
        try window.find(.button, "Turn").tap()
        let activity = try #require(window.userActivity)
        #expect(activity.userInfo?["page"] as? Int == 2)
        let other = TestWindow(Reader())
        #expect(other.continueUserActivity(activity))
        #expect(other.texts.first == "page 2")
        #expect(!other.continueUserActivity(NSUserActivity(activityType: "com.example.other")))
        #expect(other.openURL(try #require(URL(string: "app:/read/7"))))
        #expect(other.texts.first == "page 7")
    }

    private final class DisappearanceLog {
        var count = 0
    }

    private struct Leaving: View {
        let log: DisappearanceLog
        var body: some View { Text("here").onDisappear { log.count += 1 } }
    }

    @Test func `a window that is no longer used is closed, and one that was closed is not closed again`() {
        let log = DisappearanceLog()
        #expect(TestWindow(Leaving(log: log)).texts == ["here"])
        #expect(log.count == 1)
        do {
            let window = TestWindow(Leaving(log: log))
            window.close()
            #expect(log.count == 2)
        }
        #expect(log.count == 2)
    }
}
