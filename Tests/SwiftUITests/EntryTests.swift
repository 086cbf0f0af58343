import SwiftUI
import Testing

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

    @Test func `an entry is set like other values of the environment`() {
        let view = Reader().environment(\.columns, 3).environment(\.inferred, "set").environment(\.title, "T")
            .environment(\.action) { _ in "called" }
        #expect(Shown(view).texts == ["3 set T 1 called"])
    }
}
