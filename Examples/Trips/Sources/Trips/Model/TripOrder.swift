import Foundation
import SwiftUI

/// The order of the trips in each section of the list.
enum TripOrder: String, CaseIterable, Identifiable {
    case newest, oldest, name, rating

    var id: Self { self }

    /// The name for people.
    var title: LocalizedStringKey {
        switch self {
        case .newest: "Newest First"
        case .oldest: "Oldest First"
        case .name: "Name"
        case .rating: "Best First"
        }
    }

    var descriptors: [SortDescriptor<Trip>] {
        let newest = SortDescriptor(\Trip.start, order: .reverse)
        let name = SortDescriptor(\Trip.name, comparator: .localizedStandard)
        return switch self {
        case .newest: [newest, name]
        case .oldest: [SortDescriptor(\.start), name]
        case .name: [name, newest]
        case .rating: [SortDescriptor(\.rating, order: .reverse), newest]
        }
    }
}

/// The property by which the list has sections.
enum TripGrouping: String, CaseIterable, Identifiable {
    case country, year

    var id: Self { self }

    /// The name for people.
    var title: LocalizedStringKey {
        switch self {
        case .country: "Group by Country"
        case .year: "Group by Year"
        }
    }

    /// The property with the titles of the sections.
    var keyPath: KeyPath<Trip, String> {
        switch self {
        case .country: \.country
        case .year: \.year
        }
    }

    /// The order of the sections.
    var descriptor: SortDescriptor<Trip> {
        switch self {
        case .country: SortDescriptor(\.country, comparator: .localizedStandard)
        case .year: SortDescriptor(\.year, order: .reverse)
        }
    }
}
