import SwiftData
import SwiftUI

/// The app of `StrataPage`, with models and `@Query`.
struct QueryPage: App {
    private let container: ModelContainer

    init(_ container: ModelContainer) { self.container = container }
    init() { preconditionFailure("The benchmark starts this app with a container; it does not start by itself.") }

    var body: some Scene {
        WindowGroup("Earthquakes") { QuakeList() }.modelContainer(container)
    }
}

private struct QuakeList: View {
    @Query(sort: \QuakeModels.Quake.time, order: .reverse) private var quakes: [QuakeModels.Quake]

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
