import SwiftUI

/// Lists of trees: one whose rows can be selected, and one inside other sections.
struct OutlinePage: View {
    private struct Place: Identifiable {
        let id: String
        var inside: [Place]?

        static let all = [
            Place(
                id: "Americas",
                inside: [
                    Place(id: "Alaska", inside: [Place(id: "Aleutian Islands"), Place(id: "Kodiak Island")]), Place(id: "Chile"),
                ]),
            Place(
                id: "Asia", inside: [Place(id: "Japan", inside: [Place(id: "Honshu"), Place(id: "Kyushu")]), Place(id: "Nepal")]),
            Place(id: "Antarctica"),
        ]
    }

    @State private var chosen: String?

    var body: some View {
        VStack(spacing: 0) {
            List(Place.all, children: \.inside, selection: $chosen) { place in
                Label(place.id, systemImage: place.inside == nil ? "mappin" : "globe")
            }
            .accessibilityIdentifier("outline.places")
            Text("Chosen: \(chosen ?? "nothing")").padding(8).accessibilityIdentifier("outline.chosen")
            List {
                Section("Favorites") { Text("Mount St. Helens") }
                Section("All places") {
                    OutlineGroup(Place.all, children: \.inside) { Text($0.id) }
                }
            }
            .listStyle(.insetGrouped)
            .accessibilityIdentifier("outline.sections")
        }
    }
}
