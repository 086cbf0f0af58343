import Foundation

/// The order of the catalog.
enum ProductOrder: String, CaseIterable, Identifiable {
    case name, price, watering

    var id: Self { self }

    /// The name for people.
    var title: String {
        switch self {
        case .name: "Name"
        case .price: "Price"
        case .watering: "Least watering"
        }
    }

    /// Returns the products in this order.
    func sorted(_ products: [Product]) -> [Product] {
        switch self {
        case .name: products.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
        case .price: products.sorted { $0.price < $1.price }
        case .watering: products.sorted { $0.wateringInterval > $1.wateringInterval }
        }
    }
}
