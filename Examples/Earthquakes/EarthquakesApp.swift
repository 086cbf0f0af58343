import ArgumentParser
import Foundation
import SwiftUI

/// Shows the earthquakes of the USGS feed, live, grouped by day.
@main
struct EarthquakesApp: App {
    private let provider: QuakesProvider

    init() {
        let options = Options.parseOrExit()
        do {
            provider = try QuakesProvider(storeURL: options.storeURL, feed: options.feed ?? .usgs, timeout: options.timeout)
        } catch {
            Options.exit(withError: error)
        }
    }

    var body: some Scene {
        WindowGroup("Earthquakes") {
            ContentView()
                .environment(provider)
                .environment(\.managedObjectContext, provider.container.viewContext)
        }
    }
}
