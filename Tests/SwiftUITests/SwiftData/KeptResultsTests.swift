#if SwiftData
    import CoreData
    import Testing

    @testable import SwiftUI

    /// The results of a request after a fetch that failed.
    @MainActor
    struct KeptResultsTests {
        private func configuration(_ predicate: NSPredicate) -> RequestConfiguration {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.predicate = predicate
            return RequestConfiguration(request)
        }

        private func update(_ request: LiveRequest, _ configuration: RequestConfiguration, _ context: NSManagedObjectContext)
            -> Int
        {
            request.update(declared: configuration, transaction: nil, context: context)
            return request.snapshot.count
        }

        @Test(arguments: [true, false]) func `the results of a query stay after an error, and those of a fetch request do not`(
            keepsResults: Bool
        ) throws {
            let context = try makeContainer(notes: 3).viewContext
            let count = try context.notes().count
            try #require(count > 0)
            let request = LiveRequest(keepsResults: keepsResults)
            let all = configuration(NSPredicate(format: "text != %@", "no note has this text"))
            #expect(update(request, all, context) == count)
            #expect(request.error == nil)
            // The variable has no value.
            let invalid = configuration(NSPredicate(format: "text == $missing"))
            #expect(update(request, invalid, context) == (keepsResults ? count : 0))
            #expect(request.error != nil)
            // The results that stay follow changes.
            try context.delete(#require(context.notes().first))
            context.processPendingChanges()
            #expect(request.snapshot.count == (keepsResults ? count - 1 : 0))
            #expect(update(request, all, context) == count - 1)
            #expect(request.error == nil)
        }

        @Test func `after an error, no results of another context are shown`() throws {
            let request = LiveRequest(keepsResults: true)
            let context = try makeContainer(notes: 3).viewContext
            #expect(update(request, configuration(NSPredicate(format: "text != %@", "")), context) > 0)
            let other = try makeContainer(notes: 3).viewContext
            #expect(update(request, configuration(NSPredicate(format: "text == $missing")), other) == 0)
            #expect(request.error != nil)
        }
    }
#endif
