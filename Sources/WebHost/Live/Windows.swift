import Foundation
import ViewGraph

/// The open windows of the process.
@MainActor
final class Windows {
    /// How long a window waits for the script of its page, or for a tab that lost its line.
    private let patience: Duration
    /// Windows whose page never called; a crawler that only reads pages must not fill the memory.
    private let mostUnclaimed: Int
    private let makeGraph: () -> WindowGraph

    private var windows: [String: Window] = [:]
    private var unclaimed: [String] = []

    init(patience: Duration = .seconds(60), mostUnclaimed: Int = 64, makeGraph: @escaping () -> WindowGraph) {
        self.patience = patience
        self.mostUnclaimed = mostUnclaimed
        self.makeGraph = makeGraph
    }

    var count: Int { windows.count }

    /// Opens a window and returns the page that shows it.
    func open() -> String {
        let window = Window(token: Self.makeToken(), graph: makeGraph())
        windows[window.token] = window
        unclaimed.append(window.token)
        if unclaimed.count > mostUnclaimed { close(unclaimed[0]) }
        closeUnlessConnected(window)
        return window.page()
    }

    /// The window a page's script asks for; nil when it is closed, or was a window of an earlier process.
    func claim(_ token: String) -> Window? {
        guard let window = windows[token] else { return nil }
        unclaimed.removeAll { $0 == token }
        return window
    }

    /// Notes that a window's line broke.
    func release(_ window: Window, connection: Int) {
        if window.disconnect(connection) { closeUnlessConnected(window) }
    }

    private func closeUnlessConnected(_ window: Window) {
        Task { [patience, weak self, weak window] in
            try? await Task.sleep(for: patience)
            guard let self, let window, !window.isConnected else { return }
            close(window.token)
        }
    }

    private func close(_ token: String) {
        unclaimed.removeAll { $0 == token }
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
