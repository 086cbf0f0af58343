import ArgumentParser
import Foundation
import SwiftUI

/// An error that ends the program while it launches.
private struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// An app that shows the earthquakes of the USGS feed as they are reported, grouped by day.
@main
struct EarthquakesApp: App {
    private let provider: QuakesProvider

    init() {
        let options = Options.parseOrExit()
        do {
            provider = try QuakesProvider(storeURL: options.storeURL, feed: options.feed ?? .usgs, timeout: options.timeout)
        } catch {
            Options.exit(withError: Failure(description: "The store cannot be opened. \(error.localizedDescription)"))
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
