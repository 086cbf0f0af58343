import Foundation
import Testing

@testable import StrataViewGraph

/// The identities of namespaces, and of IDs in them.
@MainActor
struct NamespaceTests {
    @Observable final class Log {
        var ids: [Namespace.ID] = []
        var revision = 0
        var isShown = true
    }

    private struct Reader: View {
        @Namespace private var first
        @Namespace private var second
        let log: Log

        var body: some View {
            log.ids = [first, second]
            return Text("\(log.revision)")
        }
    }

    private struct Container: View {
        let log: Log
        var body: some View { if log.isShown { Reader(log: log) } }
    }

    @Test func `a namespace keeps its identity while its view is shown`() {
        let log = Log()
        let screen = Screen(Container(log: log))
        let ids = log.ids
        #expect(ids.count == 2)
        log.revision += 1
        screen.update()
        #expect(screen.texts == ["1"])
        #expect(log.ids == ids)
    }

    @Test func `two namespaces of a view have different identities`() {
        let log = Log()
        let screen = Screen(Reader(log: log))
        #expect(screen.texts == ["0"])
        #expect(Set(log.ids).count == 2)
    }

    @Test func `a view that is shown again has another namespace`() {
        let log = Log()
        let screen = Screen(Container(log: log))
        let ids = log.ids
        log.isShown = false
        screen.update()
        log.isShown = true
        screen.update()
        #expect(Set(log.ids).isDisjoint(with: ids))
    }

    @Test func `a namespace that is read before its view is shown matches nothing`() {
        let namespace = Namespace()
        let first = namespace.wrappedValue
        #expect(first != namespace.wrappedValue)
        #expect(WarningLog.messages.contains { $0.hasPrefix("A @Namespace was read outside the body of its view.") })
    }

    @Test func `equal IDs in one namespace have the same key`() {
        let namespace = Namespace.ID()
        #expect(MatchKey(id: 7, in: namespace) == MatchKey(id: 7, in: namespace))
        #expect(MatchKey(id: 7, in: namespace) == MatchKey(id: AnyHashable(7), in: namespace))
        #expect(MatchKey(id: 7, in: namespace) != MatchKey(id: 8, in: namespace))
    }

    @Test func `an ID in two namespaces has different keys`() {
        #expect(MatchKey(id: 7, in: Namespace.ID()) != MatchKey(id: 7, in: Namespace.ID()))
    }
}
