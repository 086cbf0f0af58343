import Foundation
import SwiftData
import SwiftUI

@testable import Trips

/// A store in memory with the sample trips, or an empty one.
@MainActor
struct Samples {
    let container: ModelContainer

    init(isEmpty: Bool = false) throws {
        container = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        guard !isEmpty else { return }
        for trip in Trip.makeSamples() { context.insert(trip) }
        try context.save()
    }

    var context: ModelContext { container.mainContext }

    /// The stored names, in the order of names.
    func names(matching search: String = "") throws -> [String] {
        let descriptor = FetchDescriptor(predicate: Trip.predicate(matching: search), sortBy: [SortDescriptor(\Trip.name)])
        return try ModelContext(container).fetch(descriptor).map(\.name)
    }

    func trip(_ name: String) throws -> Trip? {
        try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })).first
    }
}
