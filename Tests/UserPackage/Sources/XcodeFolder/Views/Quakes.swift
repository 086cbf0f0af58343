import CoreData
import SwiftUI

struct QuakeTable: View {
    @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
    private var quakes: FetchedResults<Quake>
    @State private var query = ""

    var body: some View {
        Table(quakes, sortOrder: $quakes.sortDescriptors) {
            TableColumn("Place", value: \.place)
            TableColumn("Time", value: \.time) { quake in
                Text(quake.time, style: .time)
            }
        }
        .onChange(of: query) { _, value in
            quakes.nsPredicate =
                query.isEmpty
                ? nil
                : NSPredicate(format: "place CONTAINS %@", value)
        }
        TextField("Filter", text: $query)
    }
}

/// Sets the predicate of a view's results. A plain class, whose methods are not isolated.
class QuakeFinder {
    func find(_ text: String, in quakes: FetchedResults<Quake>) {
        quakes.nsPredicate = text.isEmpty ? nil : NSPredicate(format: "place CONTAINS %@", text)
    }
}

extension FetchedResults where Result == Quake {
    var places: String { map(\.place).joined(separator: " ") }

    func showStrong() { nsPredicate = NSPredicate(format: "magnitude >= 1") }
}

struct FoundQuakes: View {
    @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
    private var quakes: FetchedResults<Quake>
    @State private var text = ""
    private let finder = QuakeFinder()

    var body: some View {
        Text(quakes.places)
        TextField("Find", text: $text)
            .onChange(of: text) { _, value in finder.find(value, in: quakes) }
        Button("Strong") { quakes.showStrong() }
    }
}

private let request: NSFetchRequest<Quake> = {
    let request = NSFetchRequest<Quake>(entityName: "Quake")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Quake.magnitude, ascending: false)]
    request.fetchLimit = 1
    return request
}()

struct LargestQuake: View {
    @FetchRequest(fetchRequest: request)
    private var quakes: FetchedResults<Quake>

    var body: some View {
        ForEach(quakes) { QuakeRow(quake: $0) }
    }
}

struct QuakeList: View {
    @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
    private var quakes: FetchedResults<Quake>

    var body: some View {
        List(quakes) { quake in
            NavigationLink(destination: QuakeDetail(quake: quake)) {
                QuakeRow(quake: quake)
            }
        }
    }
}

struct QuakeDays: View {
    @SectionedFetchRequest<String, Quake>(
        sectionIdentifier: \.day,
        sortDescriptors: [SortDescriptor(\.time, order: .reverse)]
    )
    private var quakes: SectionedFetchResults<String, Quake>

    var body: some View {
        List {
            ForEach(quakes) { section in
                Section(header: Text(section.id)) {
                    ForEach(section) { quake in
                        QuakeRow(quake: quake)
                    }
                }
            }
        }
    }
}

struct QuakeRow: View {
    @ObservedObject var quake: Quake

    var body: some View { Text(quake.place) }
}

struct QuakeDetail: View {
    @ObservedObject var quake: Quake

    var body: some View { Text("at \(quake.place)") }
}

/// The window's content, with the context of the shared container.
struct QuakesRoot: View {
    var body: some View {
        QuakeDays()
            .environment(
                \.managedObjectContext,
                QuakesProvider.shared.container.viewContext)
    }
}
