import SwiftUI

/// Custom modifiers, identity, preferences, bindings to elements, undo, and the environment values
/// that the browser reports.
struct StatePage: View {
    @State private var names = ["Ada", "Grace"]
    @State private var total = 0
    @State private var revision = 0
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.horizontalSizeClass) private var width
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            ForEach(names.indices, id: \.self) { index in
                TextField("Name", text: $names[index])
                    .preference(key: LetterCount.self, value: names[index].count)
                    .accessibilityIdentifier("state.name\(index)")
            }
            Text("\(total) letters").accessibilityIdentifier("state.total").modifier(Badge())
            HStack {
                Counter().id(revision)
                Button("Reset") { revision += 1 }.accessibilityIdentifier("state.reset")
            }
            UndoExample()
            Text(
                "\(width == .compact ? "Compact" : "Regular"), \(colorScheme == .dark ? "dark" : "light"), \(phaseName)."
            )
            .foregroundStyle(.secondary)
            .accessibilityIdentifier("state.surroundings")
        }
        .onPreferenceChange(LetterCount.self) { total = $0 }
    }

    private var phaseName: String {
        switch scenePhase {
        case .active: "active"
        case .inactive: "inactive"
        case .background: "in the background"
        }
    }
}

/// The number of letters in the fields.
private struct LetterCount: PreferenceKey {
    static var defaultValue: Int { 0 }
    static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

/// A modifier with state of its own.
private struct Badge: ViewModifier {
    @State private var isMarked = false

    func body(content: Content) -> some View {
        HStack {
            content.padding(6).background(isMarked ? .yellow : .clear, in: RoundedRectangle(cornerRadius: 6))
            Button(isMarked ? "Unmark" : "Mark") { isMarked.toggle() }.accessibilityIdentifier("state.mark")
        }
    }
}

private struct Counter: View {
    @State private var count = 0

    var body: some View {
        Button("Pressed ^[\(count) time](inflect: true)") { count += 1 }.accessibilityIdentifier("state.counter")
    }
}
