import Testing

@testable import StrataViewGraph

/// The closures that run when an animation is complete.
@MainActor
struct AnimationCompletionTests {
    @MainActor
    final class Log {
        var events: [String] = []
    }

    /// Waits until a number of completions has run, and a little longer, so that others would run.
    private func events(_ log: Log, count: Int) async throws -> [String] {
        let end = ContinuousClock.now + .seconds(1_200)
        while log.events.count < count, .now < end { try await Task.sleep(for: .milliseconds(5)) }
        for _ in 0..<100 { await Task.yield() }
        return log.events
    }

    private func transaction(_ animation: Animation?, _ log: Log, _ event: String = "complete") -> Transaction {
        var transaction = Transaction(animation: animation)
        transaction.addAnimationCompletion { log.events.append(event) }
        return transaction
    }

    @Test func `a completion runs once for each use of its transaction`() async throws {
        let log = Log()
        let transaction = transaction(nil, log)
        withTransaction(transaction) {}
        #expect(log.events.isEmpty)
        #expect(try await events(log, count: 1) == ["complete"])
        withTransaction(transaction) {}
        #expect(try await events(log, count: 2) == ["complete", "complete"])
    }

    @Test func `a transaction that changes the one around it does not repeat its completions`() async throws {
        let log = Log()
        withTransaction(transaction(nil, log)) {
            withTransaction(\.isContinuous, true) {}
        }
        #expect(try await events(log, count: 1) == ["complete"])
    }

    @Test func `completions run at the moment of their criteria`() async throws {
        let log = Log()
        var transaction = Transaction(animation: .spring(duration: 0.05, bounce: 0.5))
        transaction.addAnimationCompletion(criteria: .removed) { log.events.append("removed") }
        transaction.addAnimationCompletion { log.events.append("complete") }
        withTransaction(transaction) {}
        #expect(try await events(log, count: 2) == ["complete", "removed"])
    }

    @Test func `a completion of an animation without an end never runs`() async throws {
        let log = Log()
        withTransaction(transaction(.linear.repeatForever(), log, "never")) {}
        withTransaction(transaction(nil, log)) {}
        #expect(try await events(log, count: 1) == ["complete"])
    }

    @Test func `a completion does not run if the closure throws`() async throws {
        struct Failure: Error {}
        let log = Log()
        #expect(throws: Failure.self) { try withTransaction(transaction(nil, log, "never")) { throw Failure() } }
        withTransaction(transaction(nil, log)) {}
        #expect(try await events(log, count: 1) == ["complete"])
    }

    private struct Counter: View {
        @State private var count = 0
        let log: Log

        var body: some View {
            VStack {
                Child(count: $count)
                Child(count: $count)
            }
            .transaction { [log] in $0.addAnimationCompletion { log.events.append("inside") } }
            Text("\(count)").transaction(value: count / 2) { [log] in
                $0.addAnimationCompletion { log.events.append("value") }
            }
            Button("Count") { count += 1 }
        }
    }

    private struct Child: View {
        @Binding var count: Int
        @State private var own = 0
        var body: some View {
            Text("\(count) \(own)")
            Button("Own") { own += 1 }
        }
    }

    @Test func `a modifier adds its completion once, although several views inside have changed`() async throws {
        let log = Log()
        let screen = Screen(Counter(log: log))
        screen.press("Count")
        #expect(try await events(log, count: 1) == ["inside"])
        // Only the state of a view inside changes.
        screen.press("Own")
        #expect(try await events(log, count: 2) == ["inside", "inside"])
    }

    @Test func `a modifier adds its completion when its value changes`() async throws {
        let log = Log()
        let screen = Screen(Counter(log: log))
        screen.press("Count")
        #expect(try await events(log, count: 1) == ["inside"])
        screen.press("Count")
        #expect(try await events(log, count: 3).sorted() == ["inside", "inside", "value"])
    }
}
