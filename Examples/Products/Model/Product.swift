import Foundation

/// A plant of the catalog.
struct Product: Codable, Identifiable, Hashable, Sendable {
    /// The amount of light in which the plant grows well.
    enum Light: String, Codable, CaseIterable, Identifiable {
        case low, medium, bright

        var id: Self { self }
    }

    /// The name in URLs and files, which is also that of the drawing in the asset catalog.
    let id: String
    var name: String
    let botanicalName: String
    /// The price in euros.
    var price: Double
    var stock: Int
    var light: Light
    /// The days between two waterings in summer.
    let wateringInterval: Int
    var notes: String
}

extension Product {
    /// A short description of the stock.
    var availability: String {
        switch stock {
        case ...0: "Sold out"
        case 1...3: "Only \(stock) left"
        default: "In stock"
        }
    }

    /// Whether the plant's name contains a text that a person searches for.
    func matches(_ search: String) -> Bool {
        search.isEmpty || name.localizedStandardContains(search) || botanicalName.localizedStandardContains(search)
    }
}

extension Product.Light {
    /// The name for people.
    var title: String {
        switch self {
        case .low: "Low light"
        case .medium: "Partial shade"
        case .bright: "Bright light"
        }
    }

    /// The name of the symbol.
    var symbol: String {
        switch self {
        case .low: "moon"
        case .medium: "cloud.sun"
        case .bright: "sun.max"
        }
    }

    /// A sentence about the place for the plant.
    var advice: String {
        switch self {
        case .low: "Put it anywhere but in the sun, even a few meters from the window."
        case .medium: "Put it near a window, out of the midday sun."
        case .bright: "Put it right at a sunny window."
        }
    }
}
