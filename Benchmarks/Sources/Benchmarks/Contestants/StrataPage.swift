import SwiftUI

/// Strata's contestant of `first-page`: an app with a list of all quakes, newest first.
struct StrataPage: App {
    private let context: NSManagedObjectContext

    init(context: NSManagedObjectContext) { self.context = context }
    init() { preconditionFailure("The benchmark starts this app with a context; it does not start by itself.") }

    var body: some Scene {
        WindowGroup("Earthquakes") { QuakeList().environment(\.managedObjectContext, context) }
    }
}

private struct QuakeList: View {
    @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
    private var quakes: FetchedResults<StoredQuake>

    var body: some View {
        List {
            ForEach(quakes) { quake in
                HStack {
                    Text("\(quake.magnitude, specifier: "%.1f")")
                    Text(quake.place)
                    Text(quake.time, style: .time)
                }
            }
        }
    }
}
