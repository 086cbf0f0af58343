import StrataTestSupport
import Testing

@testable import CoreData

/// The inserted, updated and deleted objects that the next save of a context writes.
@Suite struct ChangedObjectsTests {
    private let entity = NSManagedObjectModel.quakes().entities[0]

    /// Three lists, with each object in at most one of them, have the same members as three sets
    /// after the same edits.
    @Test func listsHoldWhatSetsHold() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        let objects = (0..<20).map { _ in NSManagedObject(entity: entity, insertInto: nil) }
        var lists = [ChangedObjects](repeating: ChangedObjects(), count: 3)
        var sets = [Set<NSManagedObject>](repeating: [], count: 3)
        for step in 0..<5_000 {
            let object = objects[Int.random(in: objects.indices, using: &random)]
            let index = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<40, using: &random) {
            case 0:
                lists[index].removeAll()
                sets[index] = []
            case 1..<16:
                lists[index].remove(object)
                sets[index].remove(object)
            default:
                for other in 0..<3 where other != index {
                    lists[other].remove(object)
                    sets[other].remove(object)
                }
                lists[index].insert(object)
                sets[index].insert(object)
            }
            for (list, set) in zip(lists, sets) {
                var list = list
                #expect(list.set == set && Set(list.objects) == set && list.count == set.count, "seed \(seed), step \(step)")
                #expect(objects.allSatisfy { list.contains($0) == set.contains($0) }, "seed \(seed), step \(step)")
            }
            // Read only at some steps, so that a cached set that is out of date would be noticed.
            if step % 3 == 0 { #expect(lists[index].set == sets[index], "seed \(seed), step \(step)") }
        }
    }
}
