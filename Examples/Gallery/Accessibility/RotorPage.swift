import SwiftUI

/// Rotors: lists of the parts of a page, between which the user jumps. Alt+R opens their menu.
struct RotorPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 18) {
            Text("Alt+R opens the rotors of this page.").foregroundStyle(.secondary)
            TrendRotors()
            MountainRotor()
            YearRotor()
        }
    }
}

/// A trend of a day.
private struct Trend: Identifiable {
    let id: Int

    var change: Int { id * 37 % 21 - 10 }
    var message: String { "Day \(id): \(change)" }
}

/// A list of a thousand rows with two rotors, each with its own namespace.
private struct TrendRotors: View {
    private let trends = (1...1_000).map(Trend.init)
    @Namespace private var falls
    @Namespace private var decades

    var body: some View {
        ScrollViewReader { proxy in
            List {
                ForEach(trends) { trend in
                    Text(trend.message)
                        .foregroundStyle(trend.change < 0 ? .red : .primary)
                        .accessibilityRotorEntry(id: trend.id, in: falls)
                        .accessibilityRotorEntry(id: trend.id, in: decades)
                        .accessibilityIdentifier("rotor.day\(trend.id)")
                        .id(trend.id)
                }
            }
            .frame(height: 220)
            .accessibilityIdentifier("rotor.trends")
            .accessibilityRotor("Steep falls") {
                ForEach(trends) { trend in
                    if trend.change < -8 {
                        AccessibilityRotorEntry(trend.message, id: trend.id, in: falls) { proxy.scrollTo(trend.id) }
                    }
                }
            }
            .accessibilityRotor("Every hundredth day") {
                ForEach(trends) { trend in
                    if trend.id.isMultiple(of: 100) {
                        AccessibilityRotorEntry("Day \(trend.id)", id: trend.id, in: decades) { proxy.scrollTo(trend.id) }
                    }
                }
            }
        }
    }
}

/// A mountain in a lazy stack.
private struct Mountain: Identifiable {
    let id: Int

    var name: String { "Mountain \(id)" }
}

/// A rotor whose entries are values, for the views with their IDs.
private struct MountainRotor: View {
    private let mountains = (1...120).map(Mountain.init)

    var body: some View {
        ScrollView {
            LazyVStack(alignment: .leading) {
                ForEach(mountains) { mountain in
                    Button(mountain.name) {}.accessibilityIdentifier("rotor.mountain\(mountain.id)")
                }
            }
        }
        .frame(height: 120)
        .accessibilityRotor("Volcanoes", entries: mountains.filter { $0.id.isMultiple(of: 40) }, entryLabel: \.name)
    }
}

/// A rotor of the years in a text.
private struct YearRotor: View {
    private let text = "Katmai erupted in 1912, Pinatubo in 1991, and Kasatochi in 2008."

    var body: some View {
        Text(verbatim: text)
            .accessibilityIdentifier("rotor.text")
            .accessibilityRotor("Years", textRanges: text.ranges(of: /[0-9]{4}/))
    }
}
