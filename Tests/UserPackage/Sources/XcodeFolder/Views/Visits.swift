import SwiftData
import SwiftUI

@Model
final class Visit {
    var timestamp: Date
    var place: String
    init(timestamp: Date, place: String) {
        self.timestamp = timestamp
        self.place = place
    }
}

struct VisitList: View {
    @Query(sort: \Visit.timestamp, animation: .default)
    private var visits: [Visit]

    var body: some View {
        ForEach(visits) { Text($0.place) }
    }
}

/// The visits before now, which is computed outside of the predicate.
struct PastVisits: View {
    @Query
    private var visits: [Visit]

    init() {
        let now = Date.now
        let predicate = #Predicate<Visit> {
            $0.timestamp < now
        }
        _visits = Query(
            filter: predicate,
            sort: \Visit.timestamp,
            order: .forward,
            animation: .default
        )
    }

    var body: some View {
        ForEach(visits) { Text($0.place) }
    }
}

/// The visits before another one.
struct EarlierVisits: View {
    @Query
    private var visits: [Visit]

    init(visit: Visit) {
        let startDate = visit.timestamp
        let predicate = #Predicate<Visit> {
            $0.timestamp < startDate
        }
        _visits = Query(
            filter: predicate,
            sort: \Visit.timestamp,
            order: .forward,
            animation: .default
        )
    }

    var body: some View {
        ForEach(visits) { Text($0.place) }
    }
}
