import CoreData
import Foundation
import Testing

/// `objectWillChange` sends before an object changes, and never when the object is only read.
@Suite(.eachStore) struct ObservingTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    /// An observer that records the magnitude at each notification.
    private final class Observer {
        private(set) var magnitudes: [Float] = []
        private var subscription: AnyCancellable?

        init(_ quake: Quake) {
            subscription = quake.objectWillChange.sink { [unowned self, unowned quake] in magnitudes.append(quake.magnitude) }
        }

        /// Returns the number of notifications since the last call.
        func count() -> Int {
            defer { magnitudes = [] }
            return magnitudes.count
        }
    }

    private func saved() throws -> Quake {
        let quake = Quake(context: context)
        (quake.code, quake.magnitude) = ("a", 3)
        try context.save()
        return quake
    }

    @Test func itSendsBeforeAValueChanges() throws {
        try context.performAndWait {
            let quake = try saved()
            let observer = Observer(quake)
            quake.magnitude = 4
            quake.setValue(5, forKey: "magnitude")
            #expect(observer.magnitudes == [3, 4])
            #expect(quake.objectWillChange === quake.objectWillChange)
        }
    }

    @Test func lookingAtItSendsNothing() throws {
        try context.performAndWait {
            let quake = try saved()
            context.refresh(quake, mergeChanges: false)
            let observer = Observer(quake)
            _ = (quake.place, quake.value(forKey: "code"), quake.description, quake.changedValues())
            quake.setPrimitiveValue("b", forKey: "place")
            #expect(observer.count() == 0)
        }
    }

    @Test func refreshMergeRollbackAndDeletionSend() throws {
        let (context, other) = (context, store.context())
        try context.performAndWait {
            let quake = try saved()
            let observer = Observer(quake)
            context.refresh(quake, mergeChanges: false)
            #expect(observer.count() == 1)
            _ = quake.place
            context.refresh(quake, mergeChanges: true)
            #expect(observer.count() == 1)
            let objectID = quake.objectID
            let notices = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.performAndWait {
                (other.object(with: objectID) as? Quake)?.magnitude = 7
                try other.save()
            }
            context.mergeChanges(fromContextDidSave: try #require(notices.received.first))
            #expect(observer.magnitudes == [3])
            #expect(quake.magnitude == 7)
            quake.magnitude = 8
            _ = observer.count()
            context.rollback()
            #expect(observer.magnitudes == [8])
            #expect(quake.magnitude == 7)
            _ = observer.count()
            context.delete(quake)
            #expect(observer.count() == 1)
        }
    }

    @Test func theOtherSideOfARelationshipSendsToo() throws {
        let library = try TestStore(model: .library())
        let context = library.context()
        context.performAndWait {
            let (author, book) = (Author(context: context), Book(context: context))
            var sent = 0
            let subscription = author.objectWillChange.sink { sent += 1 }
            book.author = author
            #expect(sent == 1)
            subscription.cancel()
            book.author = nil
            #expect(sent == 1)
        }
    }
}
