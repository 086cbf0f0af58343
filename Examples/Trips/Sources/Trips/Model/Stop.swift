import Foundation
import SwiftData

/// A place at which a trip stops.
@Model
final class Stop {
    var place: String
    var arrival: Date
    var trip: Trip?

    init(place: String, arrival: Date) {
        self.place = place
        self.arrival = arrival
    }
}
