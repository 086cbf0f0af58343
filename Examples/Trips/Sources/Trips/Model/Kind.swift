import SwiftUI

/// The kind of a trip.
enum Kind: String, Codable, CaseIterable, Identifiable {
    case city, nature, beach, culture, work

    var id: Self { self }

    /// The name for people.
    var title: LocalizedStringKey {
        switch self {
        case .city: "City"
        case .nature: "Nature"
        case .beach: "Beach"
        case .culture: "Culture"
        case .work: "Work"
        }
    }

    /// The name of the kind's symbol.
    var symbol: String {
        switch self {
        case .city: "building.2"
        case .nature: "leaf"
        case .beach: "sun.max"
        case .culture: "building.columns"
        case .work: "briefcase"
        }
    }

    /// The color by which the kind is recognized.
    var color: Color {
        switch self {
        case .city: .indigo
        case .nature: .green
        case .beach: .orange
        case .culture: .pink
        case .work: .gray
        }
    }
}
