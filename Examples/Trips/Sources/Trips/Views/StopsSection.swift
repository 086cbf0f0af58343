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
            Button("Add Stop", systemImage: "plus") {
                withAnimation { _ = trip.addStop() }
            }
            .accessibilityIdentifier("stop.add")
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
