import Foundation
import SwiftUI

/// Strata's contestant of `table-sort-1m`: an app with a table of all quakes, latest first.
struct TablePage: App {
    private let context: NSManagedObjectContext

    init(context: NSManagedObjectContext) { self.context = context }
    init() { preconditionFailure("The benchmark starts this app with a context; it does not start by itself.") }

    var body: some Scene {
        WindowGroup("Earthquakes") { QuakeTable().environment(\.managedObjectContext, context) }
    }

    private struct QuakeTable: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
        private var quakes: FetchedResults<StoredQuake>

        /// Names the type of the comparators. Without it the compiler chooses `KeyPathComparator`, by
        /// which a fetch request cannot be sorted.
        private typealias Column = TableColumn<StoredQuake, SortDescriptor<StoredQuake>, Text, Text>

        var body: some View {
            Table(quakes, sortOrder: $quakes.sortDescriptors) {
                Column("Magnitude", value: \.magnitude) { Text("\($0.magnitude, specifier: "%.1f")") }
                Column("Place", value: \.place)
                Column("Time", value: \.time) { Text($0.time, style: .time) }
            }
        }
    }
}
