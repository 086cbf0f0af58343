import Combine
import SwiftUI

/// Appearing, disappearing, changes, tasks, publishers, and objects in the environment.
struct LifecyclePage: View {
    @State private var isShown = true
    @State private var search = ""
    @State private var answer = "nothing"
    @State private var changes = 0
    @State private var log: [String] = []
    @State private var longest = 0
    @State private var signals = 0
    @StateObject private var counter = Counter()
    @EnvironmentObject private var delegate: GalleryDelegate
    @State private var signal = PassthroughSubject<Int, Never>()

    var body: some View {
        VStack(alignment: .leading, spacing: 14) {
            Toggle("Show the text", isOn: $isShown).accessibilityIdentifier("lifecycle.toggle")
            if isShown {
                Text("It appears and disappears")
                    .onAppear { log.append("appeared") }
                    .onDisappear { log.append("disappeared") }
            }
            Text("Log: \(log.suffix(3).joined(separator: ", "))").foregroundStyle(.secondary)
                .accessibilityIdentifier("lifecycle.log")
            TextField("Search", text: $search)
                .onChange(of: search) { changes += 1 }
                .task(id: search) { answer = String(search.reversed()) }
                .accessibilityIdentifier("lifecycle.search")
            Text("\(changes) changes, the task found \(answer)").foregroundStyle(.secondary)
                .accessibilityIdentifier("lifecycle.answer")
            HStack {
                CounterButton().environmentObject(counter)
                Button("Send") { signal.send(1) }.buttonStyle(.bordered)
                    .onReceive(signal) { signals += $0 }
                    .accessibilityIdentifier("lifecycle.send")
                Text("\(signals) received").accessibilityIdentifier("lifecycle.signals")
            }
            HStack(spacing: 16) {
                Text("Limited").transformEnvironment(\.lineLimit) { $0 = 1 }
                EquatableView(content: Word(word: "Equatable"))
                Word(word: "Compared").equatable()
                AnyView(Text("Erased"))
            }
            .transformPreference(LongestWord.self) { $0 += 1 }
            .onPreferenceChange(LongestWord.self) { longest = $0 }
            Text("Launched ^[\(delegate.launches) time](inflect: true)").foregroundStyle(.secondary)
                .accessibilityIdentifier("lifecycle.launches")
            Text("The longest word has \(longest - 1) letters").foregroundStyle(.secondary)
        }
    }
}

/// A word that reports its length.
private struct Word: View, Equatable {
    let word: String

    var body: some View { Text(word).preference(key: LongestWord.self, value: word.count) }
}

/// The number of letters of the longest word.
private struct LongestWord: PreferenceKey {
    static var defaultValue: Int { 0 }
    static func reduce(value: inout Int, nextValue: () -> Int) { value = max(value, nextValue()) }
}

private final class Counter: ObservableObject {
    @Published var count = 0
}

private struct CounterButton: View {
    @EnvironmentObject private var counter: Counter

    var body: some View {
        Button("Counted to \(counter.count)") { counter.count += 1 }.buttonStyle(.bordered)
            .accessibilityIdentifier("lifecycle.counter")
    }
}
