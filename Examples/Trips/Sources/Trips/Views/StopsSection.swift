import SwiftData
import SwiftUI

/// The stops of a trip, in the order of their arrival: another date moves a stop to its place.
struct StopsSection: View {
    @Bindable var trip: Trip
    @Environment(\.modelContext) private var context

    var body: some View {
        let itinerary = trip.itinerary
        Section("Stops") {
            ForEach(itinerary) { StopRow(stop: $0) }
                .onDelete { offsets in
                    withAnimation { offsets.map { itinerary[$0] }.forEach(context.delete) }
                }
            Button("Add Stop", systemImage: "plus", action: add)
                .accessibilityIdentifier("stop.add")
        }
    }

    private func add() {
        withAnimation {
            trip.addStop()
            // Saved at once, because the identifier of a stop is temporary until then, and another one
            // is another row.
            // Ignored: after an error the stop stays in the context, for the next save.
            try? context.save()
        }
    }
}

/// A row in which a stop is changed.
private struct StopRow: View {
    @Bindable var stop: Stop

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: "mappin").foregroundStyle(.tint).accessibilityHidden(true)
            TextField("Place", text: $stop.place).accessibilityIdentifier("stop.place")
            DatePicker("Arrival", selection: $stop.arrival, displayedComponents: .date)
                .labelsHidden()
                .fixedSize()
                .accessibilityIdentifier("stop.arrival")
        }
    }
}
