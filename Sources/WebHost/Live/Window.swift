import Foundation
import ViewGraph
internal import Traps

/// One window that a browser tab shows, and its line to that tab.
///
/// Life: made for a page request; drawn once into the page; connected when the page's script calls; from then on each change goes out
/// as a patch. At most one patch is under way: while the line is slow, changes gather in the graph and go out together, so a slow
/// reader costs no memory. When the line breaks the window waits a while for the tab to call again, then closes.
@MainActor
final class Window {
    let token: String
    private let graph: WindowGraph
    private var line: AsyncStream<String>.Continuation?
    /// Counts connections, so that the end of an old one does not end its successor.
    private(set) var connection = 0
    private var isSending = false
    private var hasConnected = false
    private var isFlushPlanned = false
    private var acknowledged = 0

    init(token: String, graph: WindowGraph) {
        self.token = token
        self.graph = graph
        graph.onNeedsFlush = { [weak self] in self?.planFlush() }
    }

    /// The page that opens the window. Later changes are told relative to it.
    func page() -> String {
        graph.mount()
        return Page.html(of: graph, token: token)
    }

    var isConnected: Bool { line != nil }

    /// Takes a line to the browser: the messages to send come from the stream. A former line ends.
    func connect() -> (number: Int, messages: AsyncStream<String>) {
        line?.finish()
        let (messages, line) = AsyncStream.makeStream(of: String.self)
        self.line = line
        connection += 1
        isSending = false
        acknowledged = 0
        if hasConnected {
            // Nobody knows what of the last patches arrived.
            _ = graph.flush()
            send(Patch(operations: [.redraw(html: HTMLRenderer.html(of: graph.root, in: nil))], acknowledged: 0))
        } else {
            hasConnected = true
            graph.appear()
            flush()
        }
        return (connection, messages)
    }

    /// Gives the line up; false where a newer one has taken its place.
    func disconnect(_ number: Int) -> Bool {
        guard number == connection else { return false }
        line?.finish()
        line = nil
        return true
    }

    func close() {
        line?.finish()
        line = nil
        graph.close()
    }

    /// Does what a person asked for.
    func receive(_ message: ClientMessage) {
        guard let event = message.elementEvent else { return }
        // What the person saw may be older than what is true: what has gone meanwhile does not answer.
        graph.settle()
        graph.send(event, to: message.element)
        acknowledged = max(acknowledged, message.number)
        flush()
    }

    /// Called when a patch has left.
    func didSend(_ number: Int) {
        guard number == connection else { return }
        isSending = false
        flush()
    }

    // MARK: Sending

    private func planFlush() {
        guard !isFlushPlanned else { return }
        isFlushPlanned = true
        Task { self.flush() }
    }

    private func flush() {
        isFlushPlanned = false
        guard line != nil, !isSending else { return }
        let (mutations, animation) = graph.flushAnimated()
        if !mutations.isEmpty { send(Patch(mutations, animation: animation, acknowledged: acknowledged)) }
    }

    private func send(_ patch: Patch) {
        guard let line else { return }
        guard let json = try? JSONEncoder().encode(patch) else {
            trap("A patch of strings and numbers could not be written as JSON.")
        }
        isSending = true
        line.yield(String(decoding: json, as: UTF8.self))
    }
}
