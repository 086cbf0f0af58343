import SwiftData
import SwiftUI

/// The form in which a trip is changed. Each change is saved soon, and other windows show it at
/// once.
struct TripForm: View {
    @Bindable var trip: Trip
    let delete: () -> Void
    @State private var isConfirming = false

    var body: some View {
        Form {
            Section {
                TripHeader(trip: trip).listRowBackground(Color.clear)
            }
            Section {
                TextField("Name", text: $trip.name).accessibilityIdentifier("form.name")
                TextField("Country", text: $trip.country).accessibilityIdentifier("form.country")
                Picker("Kind", selection: $trip.kind) {
                    ForEach(Kind.allCases) { Label($0.title, systemImage: $0.symbol).tag($0) }
                }
                .accessibilityIdentifier("form.kind")
                LabeledContent("Rating") { RatingPicker(rating: $trip.rating) }
            }
            Section("Dates") {
                DatePicker("First Day", selection: $trip.dates.firstDay, displayedComponents: .date)
                    .accessibilityIdentifier("form.start")
                DatePicker("Last Day", selection: $trip.dates.lastDay, displayedComponents: .date)
                    .accessibilityIdentifier("form.end")
            }
            StopsSection(trip: trip)
            Section("Notes") {
                TextField("Notes", text: $trip.notes, axis: .vertical)
                    .lineLimit(3...10)
                    .accessibilityIdentifier("form.notes")
            }
        }
        .navigationTitle(trip.name)
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            Button("Delete", systemImage: "trash", role: .destructive) { isConfirming = true }
                .labelStyle(.iconOnly)
                .help("Delete the trip")
                .accessibilityIdentifier("form.delete")
        }
        .confirmationDialog("Delete “\(trip.name)” and its stops?", isPresented: $isConfirming, titleVisibility: .visible) {
            Button("Delete Trip", role: .destructive) { delete() }
        }
    }
}

/// The kind, the name and the dates of a trip, above its form.
private struct TripHeader: View {
    let trip: Trip

    var body: some View {
        VStack(spacing: 10) {
            KindBadge(kind: trip.kind, size: 72)
            Text(trip.name)
                .font(.title2.bold())
                .multilineTextAlignment(.center)
                .accessibilityAddTraits(.isHeader)
                .accessibilityIdentifier("form.title")
            HStack(spacing: 6) {
                TripDates(trip: trip).accessibilityIdentifier("form.dates")
                Text("·")
                Text("^[\(trip.days) day](inflect: true)").accessibilityIdentifier("form.days")
            }
            .foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity)
        .padding(.vertical, 8)
    }
}
