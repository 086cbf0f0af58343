import SwiftUI

struct Row: Identifiable { let id: Int; var text: String }

struct Demo: View {
    @State private var count = 1
    @State private var text = ""
    @State private var shows = false
    @State private var rows = (0..<3000).map { Row(id: $0, text: "Row <\($0)>") }

    var body: some View {
        VStack(spacing: 0) {
            HStack {
                Text("Count \(count)").font(.title2).accessibilityIdentifier("count")
                Spacer()
                TextField("Filter", text: $text).accessibilityIdentifier("filter")
                Button("More") { count += 1; rows.insert(Row(id: -count, text: "new \(count)"), at: 0) }.keyboardShortcut("r", modifiers: .option)
                Button("Alert") { shows = true }.buttonStyle(.borderedProminent)
                if count % 2 == 0 { ProgressView() }
            }
            .padding()
            Divider()
            List {
                ForEach(0..<30) { day in
                    Section("Day \(day)") {
                        ForEach(rows.filter { $0.id % 30 == day && (text.isEmpty || $0.text.contains(text)) }) { row in
                            HStack { Text(row.text); Spacer(); Text(Date(timeIntervalSinceNow: -Double(row.id)), style: .relative).foregroundStyle(.secondary) }
                        }
                        .onDelete { _ in count += 1 }
                    }
                }
            }
        }
        .alert("Hello", isPresented: $shows) { Button("OK") {} } message: { Text("You pressed <it>.") }
    }
}

@main
struct EarthquakesApp: App {
    var body: some Scene { WindowGroup("Earthquakes") { Demo() } }
}
