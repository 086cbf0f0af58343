import Dispatch
import Foundation
import StrataTestSupport
import SwiftData
import Synchronization
import Testing

@Model final class Ember {
    var number: Int

    init(_ number: Int) { self.number = number }

    deinit { EmberEnds.add() }
}

/// Whether the models were released on the main queue.
private enum EmberEnds {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static let onMain = Mutex<[Bool]>([])

    static func add() { onMain.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) } }
}

/// A container that any thread can release.
private final class LastReference: Sendable {
    private let container: Mutex<ModelContainer?>

    init(_ container: ModelContainer) { self.container = Mutex(container) }

    func release() { container.withLock { $0 = nil } }
}

/// The release of a main context by another thread.
@Suite(.serialized) @MainActor struct ContextReleaseTests {
    private func ends(_ count: Int) async throws -> [Bool] {
        try await waitUntil { EmberEnds.onMain.withLock { $0.count } >= count }
        return EmberEnds.onMain.withLock { $0 }
    }

    @Test func `unsaved models are released on the main actor, whoever releases the container`() async throws {
        EmberEnds.onMain.withLock { $0 = [] }
        func make() throws -> LastReference {
            let made = try ModelContainer(for: Ember.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            made.mainContext.autosaveEnabled = false
            for number in 0..<3 { made.mainContext.insert(Ember(number)) }
            return LastReference(made)
        }
        let last = try make()
        #expect(EmberEnds.onMain.withLock { $0.isEmpty })
        await Task.detached { last.release() }.value
        #expect(try await ends(3) == [true, true, true])
    }

    @Test func `models in use are changed on the main actor while another thread releases the container`() async throws {
        EmberEnds.onMain.withLock { $0 = [] }
        for _ in 0..<20 {
            func make() throws -> (LastReference, [Ember]) {
                let made = try ModelContainer(for: Ember.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
                made.mainContext.autosaveEnabled = false
                let embers = (0..<100).map(Ember.init)
                for ember in embers { made.mainContext.insert(ember) }
                try made.mainContext.save()
                return (LastReference(made), embers)
            }
            let (last, embers) = try make()
            let release = Task.detached { last.release() }
            for ember in embers { ember.number += 1 }
            await release.value
            #expect(embers.map(\.number) == Array(1...100))
        }
        #expect(try await ends(2_000).count == 2_000)
    }
}
