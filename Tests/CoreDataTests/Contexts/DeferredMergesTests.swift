@testable import CoreData
import Synchronization
import Testing

/// Changes that wait until a context without a queue is used.
@Suite struct DeferredMergesTests {
    /// A number of calls.
    private final class Calls: Sendable {
        let count = Atomic(0)

        var soFar: Int { count.load(ordering: .relaxed) }
    }

    private let merges = DeferredMerges()
    private let calls = Calls()

    private func observe() -> DeferredMergesObservation {
        DeferredMergesObservation(merges) { [calls] in calls.count.add(1, ordering: .relaxed) }
    }

    @Test func anObserverIsNotifiedOfChangesThatCameBeforeIt() {
        let early = observe()
        #expect(calls.soFar == 0)
        merges.add(ChangeSet())
        #expect(calls.soFar == 1)
        let late = observe()
        #expect(calls.soFar == 2)
        withExtendedLifetime((early, late)) {}
    }

    @Test func everySaveNotifiesUntilTheObservationEnds() {
        do {
            let observation = observe()
            merges.add(ChangeSet())
            merges.add(ChangeSet())
            #expect(calls.soFar == 2)
            merges.add(nil)
            merges.add(ChangeSet())
            #expect(calls.soFar == 4)
            #expect(merges.removeAll() == nil)
            merges.add(ChangeSet())
            #expect(calls.soFar == 5)
            withExtendedLifetime(observation) {}
        }
        merges.add(ChangeSet())
        #expect(calls.soFar == 5)
        #expect(merges.removeAll()?.count == 2)
    }

    @Test func `a block of a context runs at once, or on the main queue that it was attached to`() async {
        let context = NSManagedObjectContext(deferringMerges: ())
        context.performOnQueue { [calls] in calls.count.add(1, ordering: .relaxed) }
        #expect(calls.soFar == 1)
        context.attachToMainQueue()
        let isOnMain = await Task.detached {
            await withCheckedContinuation { done in context.performOnQueue { done.resume(returning: isOnMainQueue) } }
        }.value
        #expect(isOnMain)
    }
}
