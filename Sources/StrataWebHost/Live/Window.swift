import Foundation
import StrataViewGraph
internal import StrataTraps

/// The server's side of one browser tab: a view graph with its own state, and the connection to the
/// tab.
///
/// ## The life of a window
///
/// 1. **Opened.** `GET /` creates a window with a random token. Its graph is rendered into the
///    page, which carries the token. No view has appeared and no task has started yet, so a crawler
///    that only reads pages starts nothing.
/// 2. **Connected.** The page's script opens a WebSocket with the token. Views appear, tasks start,
///    and changes are sent from now on.
/// 3. **Disconnected.** The connection breaks. The graph keeps all its state, and the script tries
///    to connect again. `Windows` decides how long the window waits.
/// 4. **Reconnected.** The server cannot know which of the last patches arrived, so it sends the
///    whole window again instead of a difference. Scroll positions, focus and unsent input are in
///    the page; the script restores them. The page numbers its messages for its whole life, so the
///    number of the last one that was processed names the edits of texts that the window has.
/// 5. **Closed.** No tab connected in time. Views disappear and tasks end. A tab that connects after
///    that is rejected, and its script reloads the page, which opens a new window.
///
/// ## The life of a change
///
/// A view's state changes and the graph calls `onNeedsFlush`. The window schedules one flush on the
/// main actor, so that all changes made by the same code go out together. The flush evaluates the
/// changed views and sends the difference as one `Patch`.
///
/// At most one patch is in flight: until `didSend(_:)` reports that it was written, changes
/// accumulate in the graph, as changed views and not as messages. A slow connection therefore costs
/// no memory, and what it receives next is the latest state. Only requests such as a download wait
/// one by one, so a page that causes more than ``mostWaitingRequests`` and reads none is rejected.
///
/// The invariant: with the patches sent so far applied, the page shows what the graph contained at
/// the last flush. Events of the user refer to elements by ID, and the page they saw can be out of
/// date; an event for an element that no longer exists is ignored.
@MainActor
final class Window {
    let token: String
    /// The request that opened the window; nil if no browser did.
    let page: PageRequest?
    /// The scene and the environment that the request asked for.
    let request: WindowRequest
    private(set) var graph: WindowGraph
    /// The activities that the person of the window can search for; nil if none are saved.
    let savedActivities: SavedActivities?
    /// The token of the link whose activity the window continues when its tab connects; nil for none.
    var handoff: String?
    /// The URL that the window opens when its tab connects; nil for none.
    private var openedURL: URL?
    /// Whether the window has continued the activity of a link.
    var hasContinued = false
    /// The messages that the tab may still send, also on a later connection.
    var budget = MessageBudget()
    private var line: AsyncStream<String>.Continuation?
    /// Identifies the current connection, so that the late end of an old connection does not affect
    /// the current one.
    private(set) var connection = 0
    private var isSending = false
    /// The number of requests that had been made for the page before its connection.
    private var requestsAtConnection = 0
    /// The maximum number of requests that wait for a page that sends messages.
    static let mostWaitingRequests = 1000
    /// Whether a tab has ever been connected.
    private(set) var hasConnected = false
    private var isFlushPlanned = false
    /// The number of the last message of the page that was processed, on any connection.
    private var acknowledged = 0
    /// Whether the page waits to hear that an edit of a text was processed.
    private var owesAcknowledgment = false
    /// Whether the connection waits for the name of the session that the tab has shown.
    private(set) var awaitsScene = false
    /// The name of the session that the tab keeps.
    private var announced: String?
    /// The revision of the session at which the app has closed the window for good; nil if it has
    /// not.
    var endRevision: Int?
    /// The last message of the tab whose effects are saved, which is not sent yet.
    private var saved: Int?
    /// The beginning of a text whose end has not arrived yet, and the ID of its field.
    var unfinished: (field: Int, text: String)?
    /// The entries of the page's own menu that the tab shows; nil if they are sent in any case.
    private var shownOffer: ActivityOffer? = ActivityOffer()
    /// The answers to messages about activities that are not sent yet, by the names of the messages.
    var answers: [String: Patch.Operation] = [:]

    init(
        token: String, page: PageRequest? = nil, request: WindowRequest = WindowRequest(), graph: WindowGraph,
        savedActivities: SavedActivities? = nil, handoff: String? = nil, openedURL: URL? = nil
    ) {
        self.token = token
        self.page = page
        self.request = request
        self.graph = graph
        self.savedActivities = savedActivities
        self.handoff = handoff
        self.openedURL = openedURL
        observeGraph()
    }

    /// Observes the changes of the graph.
    private func observeGraph() {
        graph.onNeedsFlush = { [weak self] in self?.planFlush() }
        observeActivities()
    }

    /// The values that outlive the window.
    var session: SceneSession { graph.session }

    /// Whether the app has closed the window for good, and nothing has changed since.
    var hasEnded: Bool { endRevision == session.revision }

    /// Renders the page, to which later patches refer.
    ///
    /// - Parameter nonce: The value by which the response's content security policy recognizes the
    ///   page's style sheet.
    func html(nonce: String) -> String {
        graph.mount()
        return Page.html(
            of: graph, token: token, nonce: nonce, owner: request.owner, isHandoff: handoff != nil, opensURL: openedURL != nil)
    }

    var isConnected: Bool { line != nil }

    /// Counts a message that is no event of an element as processed, and sends what has changed.
    func didReceive(_ message: ClientMessage) {
        acknowledged = max(acknowledged, message.number)
        flush()
    }

    /// Starts a connection and ends the previous one, if any.
    ///
    /// Returns the connection's number and the messages to send, which the caller reports with
    /// `didSend(_:)`.
    ///
    /// - Parameter awaitsScene: Whether the tab will present the name of a session. Until then, no
    ///   view appears and nothing is sent.
    func connect(awaitsScene: Bool = false) -> (number: Int, messages: AsyncStream<String>) {
        line?.finish()
        let (messages, line) = AsyncStream.makeStream(of: String.self)
        self.line = line
        connection += 1
        isSending = false
        requestsAtConnection = graph.waitingRequestCount
        saved = nil
        unfinished = nil
        announced = nil
        answers = [:]
        // A page whose window has continued an activity or opens a URL removes the link from its own
        // URL with the first patch. Other pages show no menu until the first offer.
        shownOffer = hasContinued || openedURL != nil ? nil : ActivityOffer()
        self.awaitsScene = awaitsScene
        graph.isReachable = true
        if awaitsScene { return (connection, messages) }
        if hasConnected {
            // It is unknown which of the last patches arrived.
            redraw()
        } else {
            hasConnected = true
            graph.appear()
            openRequestedURL()
            flush()
        }
        return (connection, messages)
    }

    /// Opens the URL of the request, once.
    func openRequestedURL() {
        guard let url = openedURL else { return }
        openedURL = nil
        graph.update()
        graph.receive(url)
    }

    /// Sends the whole window.
    private func redraw() {
        _ = graph.flush()
        let html = graph.localizing { HTMLRenderer.html(of: graph.root, in: nil, .compact) }
        send(Patch(operations: [.redraw(html: html)], acknowledged: acknowledged))
    }

    /// Answers a tab that has presented the name of a session: shows a restored session, or the
    /// window's own.
    ///
    /// - Parameter graph: The graph of the restored session; nil to keep the session.
    func resume(with graph: WindowGraph?) {
        awaitsScene = false
        // The message with the name.
        acknowledged = max(acknowledged, 1)
        if let graph {
            self.graph.close()
            self.graph = graph
            observeGraph()
            graph.mount()
            hasConnected = false
        }
        if graph != nil || hasConnected {
            redraw()
        } else {
            // The page shows the window already.
            send(Patch(operations: [], acknowledged: acknowledged))
        }
        guard !hasConnected else { return }
        hasConnected = true
        self.graph.appear()
    }

    /// A state of the window, for ``didSave(_:)``.
    var savePoint: (connection: Int, message: Int) { (connection, acknowledged) }

    /// Reports that the session was saved as it was at a point.
    func didSave(_ point: (connection: Int, message: Int)) {
        guard point.connection == connection else { return }
        saved = point.message
        planFlush()
    }

    /// Ends the messages of a connection, if it is still the current one.
    func finish(_ number: Int) {
        if number == connection { line?.finish() }
    }

    /// Ends a connection; returns false if it is no longer the current one.
    func disconnect(_ number: Int) -> Bool {
        guard number == connection else { return false }
        line?.finish()
        line = nil
        awaitsScene = false
        graph.setScenePhase(.background)
        graph.isReachable = false
        return true
    }

    /// Closes the window: ends the connection, removes all views and cancels their tasks.
    func close() {
        line?.finish()
        line = nil
        graph.close()
    }

    /// Dispatches an event of the user.
    ///
    /// - Throws: ``ProtocolViolation`` for a message that the script does not send.
    func receive(_ message: ClientMessage) throws {
        guard graph.waitingRequestCount - requestsAtConnection <= Self.mostWaitingRequests else {
            // The next connection starts without them.
            _ = graph.drainRequests()
            throw ProtocolViolation("messages, without reading the answers")
        }
        // The page that the user saw may be out of date. After the update, an event is ignored if
        // its element is gone or does not handle it.
        graph.update()
        // The flush belongs to the event: its actions of changed values are part of the same step of undo.
        try graph.performEvent { try dispatch(message) }
    }

    private func dispatch(_ message: ClientMessage) throws {
        let name = String(message.event.prefix(40)).debugDescription
        var element = message.element
        do {
            if message.event == ClientMessage.part { return try receivePart(message) }
            let beginning = unfinished
            unfinished = nil
            guard beginning == nil || beginning?.field == message.element else {
                throw ProtocolViolation("a text without its end")
            }
            if message.event == ReportsMessage.name {
                for report in try message.members(as: ReportsMessage.self).reports {
                    element = report.element
                    try graph.send(report.name, to: element) { _ in report.event }
                }
            } else {
                try graph.send(message.event, to: element) {
                    try message.payload(as: $0, textBefore: beginning?.text ?? "")
                }
            }
        } catch let violation as ProtocolViolation {
            throw violation
        } catch WindowGraph.ForgedEvent.unknownElement {
            throw ProtocolViolation("an event for element \(element), which never existed")
        } catch WindowGraph.ForgedEvent.unknownName {
            throw ProtocolViolation("the event \(name), which does not exist")
        } catch WindowGraph.ForgedEvent.unknownIdentifier {
            throw ProtocolViolation("the event \(name) with an ID that it was not given")
        } catch {
            throw ProtocolViolation("the event \(name) with a payload that it does not accept")
        }
        acknowledged = max(acknowledged, message.number)
        if message.event == InputEvent.name || message.event == EditEvent.name { owesAcknowledgment = true }
        flush()
    }

    /// Reports that a patch was written to a connection, so that the next one can be sent.
    func didSend(_ number: Int) {
        guard number == connection else { return }
        isSending = false
        flush()
    }

    // MARK: Sending

    func planFlush() {
        guard !isFlushPlanned else { return }
        isFlushPlanned = true
        Task { self.flush() }
    }

    private func flush() {
        isFlushPlanned = false
        guard line != nil, !isSending, !awaitsScene else { return }
        let (mutations, animation) = graph.flushAnimated()
        let requests = graph.drainRequests()
        let hasNews =
            saved != nil || needsAnnouncement || !answers.isEmpty || offer != shownOffer || owesAcknowledgment
        guard !mutations.isEmpty || !requests.isEmpty || hasNews else { return }
        var patch = graph.localizing {
            Patch(mutations, animation: animation, scopes: graph.animationScopes, acknowledged: acknowledged)
        }
        patch.operations += requests.map(Patch.Operation.request)
        send(patch)
    }

    /// Whether the tab does not know the name of a session that is worth keeping.
    private var needsAnnouncement: Bool { announced != session.name && session.isWorthKeeping }

    private func send(_ patch: Patch) {
        guard let line else { return }
        var patch = patch
        if needsAnnouncement {
            announced = session.name
            patch.operations.append(.scene(name: session.name))
        }
        if let saved { patch.operations.append(.saved(number: saved)) }
        saved = nil
        let offer = offer
        if offer != shownOffer { patch.operations.append(.offer(offer)) }
        shownOffer = offer
        patch.operations += answers.sorted { $0.key < $1.key }.map(\.value)
        answers = [:]
        owesAcknowledgment = false
        isSending = true
        line.yield(patch.json)
    }
}
