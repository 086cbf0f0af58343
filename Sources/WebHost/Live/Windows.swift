import Foundation
import ViewGraph

/// The open windows of the process.
@MainActor
final class Windows {
    /// How long a window waits for the script of its page, or for a tab that lost its line.
    private let patience: Duration
    /// How long it waits for a tab that said goodbye, which may come back to the page by its history.
    private static let patienceAfterGoodbye = Duration.seconds(5)
    /// The most windows that may wait for a tab; a crawler that only reads pages must not fill the memory.
    private let mostWaiting: Int
    private let makeGraph: () -> WindowGraph

    private var windows: [String: Window] = [:]
    /// The windows without a tab, the longest waiting first.
    private var waiting: [String] = []

    init(patience: Duration = .seconds(60), mostWaiting: Int = 64, makeGraph: @escaping () -> WindowGraph) {
        self.patience = patience
        self.mostWaiting = mostWaiting
        self.makeGraph = makeGraph
    }

    var count: Int { windows.count }

    /// Opens a window and returns the page that shows it.
    func open() -> String {
        let window = Window(token: Self.makeToken(), graph: makeGraph())
        windows[window.token] = window
        expectTab(of: window, for: patience)
        return window.page()
    }

    /// Gives a tab its window, and the messages to send it; nil when it is closed, or was a window of an earlier process.
    func connect(_ token: String) -> (window: Window, connection: Int, messages: AsyncStream<String>)? {
        guard let window = windows[token] else { return nil }
        waiting.removeAll { $0 == token }
        let line = window.connect()
        return (window, line.number, line.messages)
    }

    /// Notes that a window's line has ended.
    ///
    /// - Parameter isGoodbye: whether the tab ended it itself.
    func release(_ window: Window, connection: Int, isGoodbye: Bool = false) {
        guard window.disconnect(connection) else { return }
        expectTab(of: window, for: isGoodbye ? Self.patienceAfterGoodbye : patience)
    }

    /// Closes a window unless a tab calls for it in time.
    private func expectTab(of window: Window, for patience: Duration) {
        waiting.append(window.token)
        if waiting.count > mostWaiting { close(waiting[0]) }
        let connection = window.connection
        Task { [weak self, weak window] in
            try? await Task.sleep(for: patience)
            guard let self, let window, !window.isConnected, window.connection == connection else { return }
            close(window.token)
        }
    }

    private func close(_ token: String) {
        waiting.removeAll { $0 == token }
        windows.removeValue(forKey: token)?.close()
    }

    /// 128 bits from the system's generator: who does not have the page cannot guess it.
    private static func makeToken() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
