import Foundation
import Observation
import SwiftUI

@testable import Earthquakes

// The examples of docs/live-results.md and docs/predicates.md.

/// The lines that the examples have printed, for their tests.
@MainActor enum PrintedResults { static var lines: [String] = [] }

@MainActor private func print(_ items: Any...) { PrintedResults.lines.append(items.map { "\($0)" }.joined(separator: " ")) }

struct Strongest: View {
    @FetchRequest private var quakes: FetchedResults<Quake>

    init(on day: String) {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = NSPredicate(format: "day == %@", day)
        request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: false)]
        request.fetchLimit = 10
        _quakes = FetchRequest(fetchRequest: request, animation: .default)
    }

    var body: some View {
        List(quakes) { quake in Text(quake.place ?? "Place unknown") }
    }
}

extension Quake {
    var strength: String { magnitude < 4.5 ? "light" : magnitude < 6 ? "moderate" : "strong" }
}

struct ByStrength: View {
    @SectionedFetchRequest(sectionIdentifier: \Quake.strength, sortDescriptors: [SortDescriptor(\.magnitude)])
    private var quakes: SectionedFetchResults<String, Quake>

    var body: some View {
        List {
            ForEach(quakes) { strength in
                Section(strength.id) { ForEach(strength) { quake in Text(quake.place ?? "Place unknown") } }
            }
            Button("Strongest first") { quakes.sortDescriptors = [SortDescriptor(\.magnitude, order: .reverse)] }
        }
    }
}

struct Places: View {
    @FetchRequest(sortDescriptors: [SortDescriptor(\Quake.code)]) private var quakes: FetchedResults<Quake>
    @Environment(\.managedObjectContext) private var context

    var body: some View {
        List {
            ForEach(quakes) { quake in Text(quake.place ?? "Place unknown") }.onDelete(perform: delete)
            Button("Delete the first two") { delete([0, 1]) }
        }
    }

    private func delete(_ offsets: IndexSet) {
        for offset in offsets {
            context.delete(quakes[offset])
            try? context.save()
        }
    }
}

@MainActor
func waiting(_ request: NSFetchRequest<Quake>, _ context: NSManagedObjectContext) async throws {
    let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "day", cacheName: nil)
    try controller.performFetch()
    for await changes in controller.changes {
        for change in changes.objects { print(change.type, change.objectID) }
    }
}

@MainActor
func keeping(_ request: NSFetchRequest<Quake>, _ context: NSManagedObjectContext) throws {
    let byDay = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "day", cacheName: "quakes by day")
    try byDay.performFetch()
    NSFetchedResultsController<Quake>.deleteCache(withName: "quakes by day")
}

@MainActor
func observing(_ request: NSFetchRequest<Quake>, _ context: NSManagedObjectContext) throws {
    let quakes = try FetchedResultsObserver(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "day")
    withObservationTracking {
        for section in quakes.sections { print(section.name, section.objects.count) }
    } onChange: {
        // Read again, later.
    }
    try quakes.fetch(NSPredicate(format: "magnitude > 5"), sortDescriptors: quakes.sortDescriptors)
}

func predicates(_ authors: [NSManagedObject]) -> NSFetchRequest<Quake> {
    let request = NSFetchRequest<Quake>(entityName: "Quake")
    request.predicate = NSPredicate(format: "region.country.name == %@ AND ANY reports.author IN %@", "Peru", authors)
    request.sortDescriptors = [NSSortDescriptor(key: "region.name", ascending: true, selector: "localizedStandardCompare:")]
    return request
}
