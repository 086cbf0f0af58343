import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct NotificationSequenceTests {
    private let name = Notification.Name("NotificationSequenceTests.\(UUID())")
    private let center = NotificationCenter()

    @Test func `an iterator returns the notifications that are posted after it was made, in order`() async {
        center.post(name: name, object: nil, userInfo: ["number": 0])
        var iterator = center.notifications(named: name).makeAsyncIterator()
        center.post(name: name, object: nil, userInfo: ["number": 1])
        center.post(name: Notification.Name("another"), object: nil, userInfo: ["number": 2])
        center.post(name: name, object: nil, userInfo: ["number": 3])
        let first = await iterator.next()?.userInfo?["number"] as? Int
        let second = await iterator.next()?.userInfo?["number"] as? Int
        #expect(first == 1)
        #expect(second == 3)
    }

    @Test func `only the notifications of an object are returned`() async {
        let (sender, other) = (NSObject(), NSObject())
        var iterator = center.notifications(named: name, object: sender).makeAsyncIterator()
        center.post(name: name, object: other)
        center.post(name: name, object: sender)
        let received = await iterator.next()?.object as? NSObject
        #expect(received === sender)
    }

    @Test func `the sequence ends when its task is canceled`() async {
        let task = Task { [center, name] in
            var count = 0
            for await _ in center.notifications(named: name) { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test @MainActor func `a saved context is received on the main actor`() async throws {
        let context = try NSPersistentContainer.inMemory().viewContext
        var iterator = NotificationCenter.default.notifications(named: .NSManagedObjectContextDidSave, object: context)
            .makeAsyncIterator()
        Quake(context: context).code = "a"
        try context.save()
        let inserted = await iterator.next()?.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
        #expect(inserted?.count == 1)
    }
}
