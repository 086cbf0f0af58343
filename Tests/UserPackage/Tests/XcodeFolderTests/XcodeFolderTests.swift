import CoreData
import Testing

@testable import XcodeFolder

/// A folder of Xcode's, whose sources use Objective-C's attributes, `#keyPath` and `@NSManaged`.
@Suite("An Xcode folder, compiled as it is", .serialized)
struct XcodeFolderTests {
    let container: NSPersistentContainer
    var context: NSManagedObjectContext { container.viewContext }

    init() throws {
        WordsTransformer.register()
        container = NSPersistentContainer(name: "Journal")
        container.persistentStoreDescriptions[0].url = URL(filePath: "/dev/null")
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    @Test("Managed properties are read back by another context, also one with a name of Objective-C's")
    func properties() throws {
        let quake = Quake(code: "a", in: context)
        (quake.magnitude, quake.kind, quake.shallow) = (2.5, .volcanic, true)
        let region = Region(context: context)
        region.title = "North"
        region.names = Words(["x", "y"])
        quake.region = region
        try context.save()
        let other = container.newBackgroundContext()
        try other.performAndWait {
            let found = try #require(try other.fetch(Quake.fetchRequest()).first)
            #expect(found.code == "a" && found.magnitude == 2.5 && found.kind == .volcanic && found.shallow)
            #expect(found.value(forKey: "isShallow") as? Bool == true)
            #expect(found.region?.name == "North")
            #expect(found.region?.names?.list == ["x", "y"])
            #expect(found.region?.quakes == [found])
        }
    }

    @Test("Functions of an ordered relationship change it")
    func orderedRelationship() throws {
        let quake = Quake(code: "a", in: context)
        let reports = ["0", "1", "2"].map { Report(text: $0, in: context) }
        quake.addToReports(reports[0])
        quake.insertIntoReports(reports[2], at: 0)
        quake.insertIntoReports([reports[1]], at: NSIndexSet(index: 1))
        func texts() -> [String?] { quake.reports?.array.map { ($0 as? Report)?.text } ?? [] }
        #expect(texts() == ["2", "1", "0"])
        quake.removeFromReports(at: NSIndexSet(index: 0))
        quake.removeFromReports(reports[0])
        #expect(texts() == ["1"])
        try context.save()
        context.reset()
        #expect(try context.fetch(NSFetchRequest<Report>(entityName: "Report")).count == 3)
    }

    @Test("Overrides in extensions run, of a written class and of a generated one")
    func overrides() throws {
        primitiveValuesAreSet = false
        let quake = Quake(context: context)
        #expect(primitiveValuesAreSet)
        #expect(quake.time == Date(timeIntervalSinceReferenceDate: 0))
        quake.magnitude = -1
        #expect(throws: (any Error).self) { try context.save() }
        let errand = Errand(context: context)
        errand.name = "Bread"
        #expect(errand.start == Date(timeIntervalSinceReferenceDate: 86_400))
        #expect(errand.description == "Errand Bread")
    }

    @Test("Key paths as strings find, and a selector sorts, in numerical order")
    func keyPathsAndSelectors() throws {
        let region = Region(context: context)
        region.name = "North"
        for code in ["code 10", "code 9", "code 8"] {
            let quake = Quake(code: code, in: context)
            quake.region = code == "code 8" ? nil : region
        }
        try context.save()
        #expect(try context.fetch(Quake.request(in: "North")).map(\.code) == ["code 9", "code 10"])
        #expect(FeedListener.selectors == [Selector("feedDidLoad:"), Selector("count")])
    }

    @Test("Key-value coding finds computed properties, and sections are named by one")
    func computedProperties() throws {
        let region = Region(context: context)
        region.title = "North"
        #expect(region.value(forKey: "title") as? String == "North")
        for (code, day) in [("a", 0), ("b", 1), ("c", 1)] {
            let quake = Quake(code: code, in: context)
            quake.time = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
            #expect(quake.value(forKey: "day") as? String == "2001-1-\(day + 1)")
        }
        let event = Event(context: context)
        (event.name, event.start) = ("e", .now)
        #expect(event.value(forKeyPath: "groupStart") as? Date == event.groupStart)
        try context.save()
        let controller = Quake.byDay(in: context)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["2001-1-1", "2001-1-2"])
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
    }

    @Test("Sections are named by a transient attribute that its property computes, by its name and by its key path")
    func transientSections() throws {
        for month in [1, 2, 2] {
            let event = Event(context: context)
            event.start = try #require(Calendar.current.date(from: DateComponents(year: 2024, month: month, day: 5)))
        }
        try context.save()
        let request = NSFetchRequest<Event>(entityName: "Event")
        request.sortDescriptors = [NSSortDescriptor(key: "start", ascending: true)]
        let byName = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "sectionIdentifier", cacheName: nil)
        let byKeyPath = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: \Event.sectionIdentifier, cacheName: nil)
        for controller in [byName, byKeyPath] {
            context.refreshAllObjects()
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["2024001", "2024002"])
            #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
        }
        let events = try context.fetch(request)
        #expect(NSPredicate(format: "sectionIdentifier == '2024001'").evaluate(with: events[0]))
        #expect(!NSPredicate(format: "sectionIdentifier == '2024001'").evaluate(with: events[1]))
    }

    @Test("What Apple's Foundation brings is imported")
    func imports() {
        let feed = Feed()
        feed.changes.send(3)
        #expect(feed.count == 3)
        #expect(Settings().matching("be").count == 1)
    }

    @Test("A place in a source is that of the original")
    func place() {
        #expect(Feed.place == "XcodeFolder/Feed.swift:10")
    }
}
