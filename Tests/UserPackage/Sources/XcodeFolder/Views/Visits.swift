import SwiftData
import SwiftUI

@Model
final class Visit {
    var timestamp: Date
    init(timestamp: Date) { self.timestamp = timestamp }
}

struct VisitList: View {
    @Query(sort: \Visit.timestamp, animation: .default)
    private var visits: [Visit]

    var body: some View { Text("\(visits.count)") }
}

struct LaterVisits: View {
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

    var body: some View { Text("\(visits.count)") }
}

struct ParentView: View {
    @Namespace var namespace
    @State var people = People(name: "fat", age: 18)
    @State private var show = false
    let id = "1"

    var body: some View {
        NavigationStack {
            VStack {
                Rectangle().frame(width: 200, height: 200)
                    .matchedGeometryEffect(id: id, in: namespace)
                Button("Show") {
                    show.toggle()
                }
                .sheet(isPresented: $show) {
                    PeopleAge(people: people)
                }
            }
        }
    }
}

struct PeopleAge: View {
    let people: People

    var body: some View {
        @Bindable var people = people
        TextField("Age:", value: $people.age, format: .number)
    }
}
