/// A park, for the examples of navigation.
struct Park: Codable, Hashable, Identifiable {
    var id: Int
    var name: String
    var state: String

    static let all = [
        ("Yosemite", "California"), ("Zion", "Utah"), ("Acadia", "Maine"), ("Glacier", "Montana"), ("Denali", "Alaska"),
        ("Olympic", "Washington"), ("Saguaro", "Arizona"), ("Everglades", "Florida"), ("Badlands", "South Dakota"),
        ("Arches", "Utah"), ("Big Bend", "Texas"), ("Shenandoah", "Virginia"), ("Crater Lake", "Oregon"),
        ("Mesa Verde", "Colorado"), ("Katmai", "Alaska"), ("Biscayne", "Florida"), ("Redwood", "California"),
        ("Voyageurs", "Minnesota"), ("Haleakalā", "Hawaii"), ("Congaree", "South Carolina"),
    ].enumerated().map { Park(id: $0.offset + 1, name: $0.element.0, state: $0.element.1) }

    var trails: [String] { ["Rim Trail", "River Loop", "\(name) Summit"] }
}
