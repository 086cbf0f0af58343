import Foundation

@Observable
final class Settings {
    var isOn = true
    @ObservationIgnored var words = [String]()

    /// Filters in memory; no import of Core Data.
    func matching(_ text: String) -> [NSDictionary] {
        let rows: [NSDictionary] = [["name": "Alpha"], ["name": "Beta"]]
        let predicate = NSPredicate(format: "name BEGINSWITH[c] %@", text)
        return rows.filter { predicate.evaluate(with: $0) }
    }
}

#if canImport(UIKit)
    import UIKit

    extension Settings {
        @objc func open() { UIApplication.shared.perform(#selector(Settings.open)) }
    }
#endif
