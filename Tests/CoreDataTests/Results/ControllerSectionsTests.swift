import Foundation
import Testing

@testable import CoreData

/// The sections of a controller, which are made once after each change, with names and index titles
/// that are made when they are read.
@Suite(.eachStore) struct ControllerSectionsTests {
    /// A delegate that counts how often it is asked for an index title.
    private final class Delegate: NSFetchedResultsControllerDelegate {
        let mark: String
        var asked: [String] = []

        init(_ mark: String) { self.mark = mark }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            sectionIndexTitleForSectionName sectionName: String
        ) -> String? {
            asked.append(sectionName)
            return mark + sectionName
        }
    }

    private func controller(_ context: NSManagedObjectContext) throws -> NSFetchedResultsController<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "place", ascending: true)]
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "place", cacheName: nil)
    }

    /// Runs `body` with a context of quakes in Alaska, Bali and Chile.
    private func withQuakes(_ body: (NSManagedObjectContext) throws -> Void) throws {
        let store = try TestStore()
        let context = store.context()
        try context.run {
            for place in ["Alaska", "Bali", "Chile"] { Quake(context: context).place = place }
            try context.save()
            try body(context)
        }
    }

    @Test func `a loop over the sections asks for no index titles`() throws {
        try withQuakes { context in
            let (controller, delegate) = (try controller(context), Delegate("-"))
            controller.delegate = delegate
            try controller.performFetch()
            for index in 0..<3 {
                #expect(controller.sections?[index].numberOfObjects == 1)
                #expect(controller.sections?[index].name == ["Alaska", "Bali", "Chile"][index])
            }
            #expect(delegate.asked == [])
            #expect(controller.sectionIndexTitles == ["-Alaska", "-Bali", "-Chile"])
            #expect(controller.section(forSectionIndexTitle: "-Chile", at: 0) == 2)
            #expect(controller.sections?[1].indexTitle == "-Bali")
            #expect(delegate.asked == ["Alaska", "Bali", "Chile"])
        }
    }

    @Test func `the sections are the same objects until the results change`() throws {
        try withQuakes { context in
            let (controller, delegate) = (try controller(context), Delegate("-"))
            controller.delegate = delegate
            try controller.performFetch()
            let section = try #require(controller.sections?[1])
            #expect(controller.sections?[1] as AnyObject === section as AnyObject)
            controller.fetchedObjects?.last?.place = "Bali"
            context.processPendingChanges()
            #expect(section.numberOfObjects == 1)
            #expect(controller.sections?.map(\.name) == ["Alaska", "Bali"])
            #expect(controller.sections?[1].numberOfObjects == 2)
        }
    }

    @Test func `another delegate gives the sections other index titles`() throws {
        try withQuakes { context in
            let controller = try controller(context)
            let delegates = [Delegate("1"), Delegate("2")]
            try controller.performFetch()
            #expect(controller.sectionIndexTitles == ["A", "B", "C"])
            for delegate in delegates {
                controller.delegate = delegate
                #expect(controller.sections?.first?.indexTitle == delegate.mark + "Alaska")
            }
            controller.delegate = nil
            #expect(controller.sectionIndexTitles == ["A", "B", "C"])
        }
    }

    @Test func `sections do not keep their controller, and can be read without it`() throws {
        try withQuakes { context in
            var controller: NSFetchedResultsController<Quake>? = try controller(context)
            weak let core = controller?.core
            try controller?.performFetch()
            let sections = try #require(controller?.sections)
            controller = nil
            #expect(core == nil)
            #expect(sections.map(\.name) == ["Alaska", "Bali", "Chile"])
            #expect(sections.map(\.indexTitle) == ["A", "B", "C"])
            #expect((sections[2].objects as? [Quake])?.map(\.place) == ["Chile"])
        }
    }
}
