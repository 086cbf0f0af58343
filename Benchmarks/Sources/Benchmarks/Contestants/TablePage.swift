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

        var body: some View {
            Table(quakes, sortOrder: $quakes.sortDescriptors) {
                TableColumn("Magnitude", value: \.magnitude) { Text("\($0.magnitude, specifier: "%.1f")") }
                TableColumn("Place", value: \.place)
                TableColumn("Time", value: \.time) { Text($0.time, style: .time) }
            }
        }
    }
}
