import SwiftUI

/// The content of a window: the state of the import, a field that filters by place, and the
/// earthquakes by day.
struct ContentView: View {
    @Environment(QuakesProvider.self) private var provider
    @Environment(\.managedObjectContext) private var viewContext

    @SectionedFetchRequest<String, Quake>(
        sectionIdentifier: \.day,
        sortDescriptors: [SortDescriptor(\.time, order: .reverse)]
    )
    private var days

    @State private var filter = ""
    @State private var failure: String?

    var body: some View {
        VStack(spacing: 0) {
            header
            Divider()
            List {
                ForEach(days) { day in
                    Section {
                        ForEach(day) { quake in QuakeRow(quake: quake) }
                            .onDelete { offsets in withAnimation { delete(offsets.map { day[$0] }) } }
                    } header: {
                        DayHeader(day: day.id, count: day.count)
                    }
                }
            }
            .accessibilityIdentifier("list")
        }
        .task { if provider.isEmpty { await refresh() } }
        .alert("The feed could not be imported", isPresented: isShowingFailure) {
            Button("OK", role: .cancel) {}
        } message: {
            Text(failure ?? "")
        }
    }

    private var header: some View {
        VStack(alignment: .leading, spacing: 10) {
            HStack(spacing: 12) {
                VStack(alignment: .leading, spacing: 0) {
                    Text("Earthquakes").font(.title)
                    Text("\(count) earthquakes").foregroundStyle(.secondary).monospacedDigit().accessibilityIdentifier("count")
                }
                Spacer()
                if let progress = provider.progress {
                    ProgressView(value: progress > 0 ? progress : nil).accessibilityIdentifier("progress")
                }
                Button("Refresh") { Task { await refresh() } }
                    .buttonStyle(.borderedProminent)
                    .keyboardShortcut("r", modifiers: .option)
                    .disabled(provider.progress != nil)
                    .help("Load the feed again (Alt+R)")
                    .accessibilityIdentifier("refresh")
            }
            TextField("Filter by place", text: placeFilter).accessibilityIdentifier("filter")
            HStack(spacing: 12) {
                updated.accessibilityIdentifier("updated")
                if let summary = provider.lastSummary {
                    Text("\(summary.imported) imported, \(summary.skipped) skipped").accessibilityIdentifier("status")
                }
                Spacer()
                Text(provider.source).lineLimit(1).accessibilityIdentifier("source")
            }
            .font(.footnote)
            .foregroundStyle(.secondary)
        }
        .padding()
    }

    private var count: Int { days.reduce(0) { $0 + $1.count } }

    private var updated: Text {
        guard let date = provider.lastUpdated else { return Text("Not updated yet") }
        return Text("Updated \(date, style: .relative) ago")
    }

    /// A binding to the filter's text. Setting it changes the predicate of the fetch request.
    private var placeFilter: Binding<String> {
        Binding {
            filter
        } set: { text in
            filter = text
            let words = text.trimmingCharacters(in: .whitespaces)
            days.nsPredicate = words.isEmpty ? nil : NSPredicate(format: "place CONTAINS[cd] %@", words)
        }
    }

    private var isShowingFailure: Binding<Bool> {
        Binding {
            failure != nil
        } set: {
            if !$0 { failure = nil }
        }
    }

    private func refresh() async {
        do {
            try await provider.refresh()
        } catch {
            failure = error.localizedDescription
        }
    }

    private func delete(_ quakes: [Quake]) {
        quakes.forEach(viewContext.delete)
        do {
            try viewContext.save()
        } catch {
            viewContext.rollback()
            failure = error.localizedDescription
        }
    }
}
