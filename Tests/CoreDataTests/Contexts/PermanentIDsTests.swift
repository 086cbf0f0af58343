import Foundation
import Testing

@testable import CoreData
@testable import StrataPredicates

/// The permanent IDs that a context keeps for its children.
@Suite(.eachStore) struct PermanentIDsTests {
    private func entries(_ range: Range<Int64>) -> [PermanentIDs.Entry] {
        range.map { PermanentIDs.Entry(temporary: RowID(-$0), permanent: RowID($0)) }
    }

    @Test func entriesThatAChildHasNotAppliedAreKept() {
        var ids = PermanentIDs()
        ids.add(entries(1..<2_001))
        ids.forget(first: 10)
        #expect(ids.entries(after: 10).map(\.permanent) == entries(11..<2_001).map(\.permanent))
        ids.forget(first: 1_000)
        #expect(ids.count == 1_000)
        #expect(ids.end == 2_000)
        #expect(ids.entries(after: 1_200).map(\.permanent) == entries(1_201..<2_001).map(\.permanent))
        #expect(ids.current(-1_500) == 1_500)
        #expect(ids.current(-1) == -1)
    }

    @Test func theNewestEntriesAreKept() {
        var ids = PermanentIDs()
        ids.add(entries(1..<2_001))
        ids.forget(first: 2_000)
        #expect(ids.count == PermanentIDs.fewestKept)
        #expect(ids.current(-2_000) == 2_000)
        #expect(ids.entries(after: 0).count == PermanentIDs.fewestKept)
    }

    /// IDs that were obtained before the save are forgotten like others.
    @Test(arguments: [false, true]) func memoryDoesNotGrowWithEachObtainedID(hasChild: Bool) throws {
        let store = try TestStore(model: .library())
        let root = store.context()
        let child = NSManagedObjectContext(.privateQueue)
        if hasChild { child.parent = root }
        for round in 0..<10 {
            try root.performAndWait {
                let tags = (0..<400).map { _ in Tag(context: root) }
                try root.obtainPermanentIDs(for: tags)
                try root.save()
            }
            guard hasChild else { continue }
            let count = try child.performAndWait { try child.count(for: NSFetchRequest<Tag>(entityName: "Tag")) }
            #expect(count == 400 * (round + 1))
        }
        #expect(root.performAndWait { root.permanentIDs.count } < 2 * (PermanentIDs.fewestKept + 400))
    }

    /// A context with a child keeps the IDs of its last save, and not those of all saves. A new child
    /// gets no more than its parent has.
    @Test func memoryDoesNotGrowWithEachInsertion() throws {
        let store = try TestStore(model: .library())
        let root = store.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = root
        for round in 0..<10 {
            try root.performAndWait {
                for number in 0..<400 { Tag(context: root).name = "\(round) \(number)" }
                try root.save()
            }
            let count = try child.performAndWait { try child.count(for: NSFetchRequest<Tag>(entityName: "Tag")) }
            #expect(count == 400 * (round + 1))
        }
        let most = 2 * (PermanentIDs.fewestKept + 400)
        #expect(root.performAndWait { root.permanentIDs.count } < most)
        #expect(child.performAndWait { child.permanentIDs.count } < most)
        let sheet = NSManagedObjectContext(.privateQueue)
        sheet.parent = root
        try sheet.performAndWait {
            let count = try sheet.count(for: NSFetchRequest<Tag>(entityName: "Tag"))
            #expect(count == 4_000)
            #expect(sheet.permanentIDs.count < most)
        }
    }

    /// The child has a fault with a temporary ID, and asks its parent nothing until the save.
    @Test func aChildThatIsNewFindsTheRowOfATemporaryID() throws {
        let store = try TestStore(model: .library())
        let root = store.context()
        nonisolated(unsafe) let tag = root.performAndWait { Tag(context: root) }
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = root
        try child.performAndWait {
            let fault = child.object(with: root.performAndWait { tag.objectID })
            try root.performAndWait {
                tag.name = "saved"
                try root.save()
            }
            #expect((fault as? Tag)?.name == "saved")
            #expect(!fault.objectID.isTemporaryID)
        }
    }
}
