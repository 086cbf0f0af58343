import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct PhaseNotificationTests {
    @MainActor private final class Log {
        var names: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ observed: [String: Notification.Name]) {
            for (label, name) in observed {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                        MainActor.assumeIsolated { self?.names.append(label) }
                    })
            }
        }

        func stop() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    }

    private struct Plain: App {
        var body: some Scene { WindowGroup { Text("a") } }
    }

    @Test func `the app's notifications follow the visibility of its windows`() {
        let app = AppInstance(Plain(), name: "Test")
        let log = Log([
            "will enter": UIApplication.willEnterForegroundNotification,
            "active": UIApplication.didBecomeActiveNotification,
            "will resign": UIApplication.willResignActiveNotification,
            "background": UIApplication.didEnterBackgroundNotification,
        ])
        defer { log.stop() }
        let (first, second) = (Screen(app.makeWindow()), Screen(app.makeWindow()))
        first.send(SurroundingsEvent(isVisible: true), to: first.item(0))
        #expect(log.names == ["will enter", "active"])
        second.send(SurroundingsEvent(isVisible: true), to: second.item(0))
        first.send(SurroundingsEvent(isVisible: false), to: first.item(0))
        #expect(log.names == ["will enter", "active"])
        second.send(SurroundingsEvent(isVisible: false), to: second.item(0))
        #expect(log.names == ["will enter", "active", "will resign", "background"])
    }

    @Test func `the notifications of a Mac app name both sides of each change`() {
        let app = AppInstance(Plain(), name: "Test")
        let log = Log([
            "will become": NSApplication.willBecomeActiveNotification,
            "became": NSApplication.didBecomeActiveNotification,
            "will resign": NSApplication.willResignActiveNotification,
            "resigned": NSApplication.didResignActiveNotification,
        ])
        defer { log.stop() }
        let screen = Screen(app.makeWindow())
        screen.send(SurroundingsEvent(isVisible: true), to: screen.item(0))
        screen.send(SurroundingsEvent(isVisible: false), to: screen.item(0))
        #expect(log.names == ["will become", "became", "will resign", "resigned"])
    }
}
