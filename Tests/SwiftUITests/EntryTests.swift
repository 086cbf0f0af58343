import StrataViewTesting
import SwiftUI
import Testing

private final class Model { var count = 0 }

extension EnvironmentValues {
    /// A comment with `var other: String = "x"`.
    @Entry fileprivate var columns: Int = 2
    @Entry fileprivate var inferred = "default"
    // The value has none at first.
    @Entry fileprivate var title: String?
    @Entry fileprivate var names: [String: [Int]] = [
        "first": [1]  // and more
    ]
    @Entry fileprivate var action: (Int) -> String = { number in "\(number)" }
    @Entry fileprivate var inferredAction = { (number: Int) in number + 1 }  // a closure
    @Entry fileprivate var model = Model()
    @Entry fileprivate var freshModel: Model = Model()
    @Entry fileprivate var noModel: Model?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @Entry fileprivate var implicit: Int!
    @Entry fileprivate var pair = (1, "b")
}

extension Transaction {
    @Entry fileprivate var isFromServer = false
    @Entry fileprivate var reason: String?
    @Entry fileprivate var model = Model()
}

extension FocusedValues {
    @Entry fileprivate var note: String?
    @Entry fileprivate var title: Binding<String>?
    @Entry fileprivate var save: (() -> Void)?
}

private struct Reader: View {
    @Environment(\.columns) private var columns
    @Environment(\.inferred) private var inferred
    @Environment(\.title) private var title
    @Environment(\.names) private var names
    @Environment(\.action) private var action

    var body: some View {
        Text("\(columns) \(inferred) \(title ?? "none") \(names["first"]?.count ?? 0) \(action(7))")
    }
}

@MainActor
struct EntryTests {
    @Test func `an entry has its initial value where no view sets one`() {
        #expect(Shown(Reader()).texts == ["2 default none 1 7"])
    }

    @Test func `an entry has a value of any type, with or without a declared one`() {
        var values = EnvironmentValues()
        #expect(values.inferredAction(1) == 2)
        #expect(values.noModel == nil)
        #expect(values.implicit == nil)
        #expect(values.pair == (1, "b"))
        values.noModel = values.model
        values.implicit = 3
        #expect(values.noModel === values.model)
        #expect(values.implicit == 3)
    }

    @Test func `a default value without a declared type is evaluated once, and one with a type for each use`() {
        #expect(EnvironmentValues().model === EnvironmentValues().model)
        #expect(EnvironmentValues().freshModel !== EnvironmentValues().freshModel)
        #expect(Transaction().model === Transaction().model)
    }

    @Test func `an entry is set like other values of the environment`() {
        let view = Reader().environment(\.columns, 3).environment(\.inferred, "set").environment(\.title, "T")
            .environment(\.action) { _ in "called" }
        #expect(Shown(view).texts == ["3 set T 1 called"])
    }

    @Test func `an entry of a transaction has its initial value until it is set`() {
        var transaction = Transaction()
        #expect(!transaction.isFromServer)
        #expect(transaction.reason == nil)
        transaction.isFromServer = true
        transaction.reason = "saved"
        #expect(transaction.isFromServer)
        #expect(transaction.reason == "saved")
    }

    private struct Note: View {
        @FocusedValue(\.note) private var note
        @FocusedBinding(\.title) private var title
        @FocusedValue(\.save) private var save
        @State private var saved = 0
        @State private var text = "T"

        var body: some View {
            Text("\(note ?? "none") \(title ?? "none") \(saved)")
            Button("Save") { save?() }
            Text("shown").focusedSceneValue(\.note, "N").focusedSceneValue(\.title, $text)
                .focusedSceneValue(\.save) { saved += 1 }
        }
    }

    @Test func `an entry of the focused values is nil until a view sets it`() throws {
        let window = TestWindow(Note())
        #expect(window.texts.first == "N T 0")
        try window.find(.button, "Save").tap()
        #expect(window.texts.first == "N T 1")
    }
}
