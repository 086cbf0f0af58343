import Foundation
import HTTPTypes
import StrataViewGraph

/// The open windows of the process, by token, and the timeouts that close them.
///
/// A window without a connection waits for its tab: for `--idle-timeout` (60 seconds by default)
/// after the page was requested or the connection broke, and for 5 seconds after the tab closed the
/// connection itself.
///
/// Few windows wait long for the first connection of their tab, so that a crawler that only reads
/// pages does not exhaust memory. The oldest one of the client with the most of them makes room for
/// the next, so that such a client closes its own windows and not those of others. But each has some
/// seconds for its tab to connect, unless there are very many: after a restart of the server,
/// hundreds of tabs may load their pages at the same time. All windows whose tab was connected wait,
/// even if a proxy that restarts disconnects all tabs at once.
@MainActor
final class Windows {
    /// The time that a window waits for a tab that was closed or left the page. The tab may come back
    /// through its history.
    private static let patienceAfterGoodbye = Duration.seconds(5)
    /// The time that a window has for the first connection of its tab, before it may make room.
    private static let timeToConnect = Duration.seconds(10)
    /// The number of windows whose tab has never been connected that wait longer than this time.
    private let mostUnclaimed: Int
    private let limits: WindowLimits
    let scenes: SceneSessions
    let savedActivities: SavedActivities
    let handoffLinks: HandoffLinks
    private let now: () -> ContinuousClock.Instant
    private let makeGraph: (WindowRequest) -> WindowGraph

    private(set) var windows: [String: Window] = [:]
    /// The windows whose tab has never been connected, the oldest first.
    private var unclaimed: [(token: String, client: String?, opened: ContinuousClock.Instant)] = []
    /// The windows that wait for a tab that was connected: an increasing number by token.
    private var waiting: [String: Int] = [:]
    private var waits = 0
    /// The number of windows by the client that opened them (``PageRequest/client``).
    private var countByClient: [String: Int] = [:]

    /// An error for a request to open a window beyond a limit.
    struct LimitReached: Error, Equatable {
        /// The client address whose limit is reached; nil for the limit of all windows.
        let address: String?
    }

    /// - Parameters:
    ///   - scenes: The sessions of the windows; nil to keep them in memory.
    ///   - savedActivities: The activities that people can search for; nil to keep them in memory.
    ///   - handoffLinks: The links that continue activities; nil to make a table of them.
    init(
        _ limits: WindowLimits = WindowLimits(), mostUnclaimed: Int = 64, scenes: SceneSessions? = nil,
        savedActivities: SavedActivities? = nil, handoffLinks: HandoffLinks? = nil,
        now: @escaping () -> ContinuousClock.Instant = { .now }, makeGraph: @escaping (WindowRequest) -> WindowGraph
    ) {
        self.limits = limits
        self.scenes = scenes ?? SceneSessions(lifetime: limits.sceneLifetime)
        self.savedActivities = savedActivities ?? SavedActivities(lifetime: limits.sceneLifetime)
        self.handoffLinks = handoffLinks ?? HandoffLinks(lifetime: limits.handoffLifetime)
        self.mostUnclaimed = mostUnclaimed
        self.now = now
        self.makeGraph = makeGraph
        self.savedActivities.onOfferChange = { [weak self] in self?.updateOffers(of: $0) }
    }

    var count: Int { windows.count }

    /// Opens a window and returns its page.
    ///
    /// - Parameters:
    ///   - page: The request that asks for it; nil if no browser does.
    ///   - nonce: The value by which the response's content security policy recognizes the page's
    ///     style sheet.
    ///   - handoff: The token of the link whose activity the window continues when its tab connects;
    ///     nil for none.
    /// - Throws: ``LimitReached`` if the client, or all clients together, have too many windows.
    func open(
        _ request: WindowRequest = WindowRequest(), for page: PageRequest? = nil, nonce: String = RandomToken.make(),
        handoff: String? = nil
    ) throws -> String {
        let client = page?.client
        if let client, countByClient[client, default: 0] >= limits.maxWindowsPerAddress {
            throw LimitReached(address: page?.remoteAddress)
        }
        // A window that waits for a tab is closed to make room for the new one.
        if windows.count >= limits.maxWindows,
            let oldest = unclaimed.first?.token ?? waiting.min(by: { $0.value < $1.value })?.key
        {
            close(oldest)
        }
        guard windows.count < limits.maxWindows else { throw LimitReached(address: nil) }
        if let client { countByClient[client, default: 0] += 1 }
        var request = request
        request.session = request.session ?? SceneSession(identity: request.identity)
        // A program that shows a preview of a link opens nothing: the URL waits for the tab.
        let openedURL = request.openedURL
        request.openedURL = nil
        let graph = makeGraph(request)
        if !request.location.isEmpty { graph.history.open(request.location) }
        let window = Window(
            token: RandomToken.make(), page: page, request: request, graph: graph, savedActivities: savedActivities,
            handoff: handoff, openedURL: openedURL)
        windows[window.token] = window
        scenes.begin(window)
        expectTab(of: window, for: limits.idleTimeout)
        return window.html(nonce: nonce)
    }

    /// Starts an upload to an element of a window. Returns the ID of the file, the URL to write, and
    /// whether the upload goes on.
    ///
    /// - Parameters:
    ///   - size: The size of the file, or the greatest that it may have.
    ///   - batch: The number of the user's choice in a file importer; nil for a drop.
    /// - Throws: `FileTransfer.Refusal` unless the window shows the element, and the element accepts
    ///   the file.
    func beginUpload(
        _ token: String, _ element: Int, named name: String, mimeType: String?, size: Int, batch: Int?
    ) throws -> (id: String, url: URL, state: WindowFiles.UploadState) {
        guard let window = windows[token], let isAccepted = window.accepts(name, mimeType: mimeType, in: element) else {
            throw FileTransfer.Refusal(status: .forbidden, message: "The page does not ask for a file.")
        }
        guard isAccepted else {
            throw FileTransfer.Refusal(status: .unsupportedMediaType, message: "The file has another type.")
        }
        let upload = try window.files.beginUpload(
            named: name, to: element, batch: batch, size: size, maxReceivedSize: limits.maxReceivedSize)
        guard let upload else {
            throw FileTransfer.Refusal(status: .tooManyRequests, message: "The page has sent too many files.")
        }
        return upload
    }

    /// Ends an upload whose file was written. Returns whether the window has a use for the file.
    func finishUpload(_ token: String, _ id: String) -> Bool { windows[token]?.files.finishUpload(id) ?? false }

    /// Removes the file of an upload that failed.
    func cancelUpload(_ token: String, _ id: String) { windows[token]?.files.cancelUpload(id) }

    /// Returns a file that a window offers; nil if there is none with the ID.
    func download(_ id: String) -> WindowFiles.Download? {
        windows.values.lazy.compactMap { $0.files.download(id) }.first
    }

    /// Takes a file that a window offers. Returns it with the files of the window; nil if there is
    /// none with the ID.
    func takeDownload(_ id: String) -> (files: WindowFiles, download: WindowFiles.Download)? {
        for window in windows.values {
            if let download = window.files.takeDownload(id) { return (window.files, download) }
        }
        return nil
    }

    /// Connects a tab to its window; returns nil if the window is closed or belongs to an earlier
    /// process.
    ///
    /// - Parameter awaitsScene: Whether the tab will present the name of a session; see
    ///   ``restore(_:connection:_:)``.
    func connect(
        _ token: String, awaitsScene: Bool = false
    ) -> (window: Window, connection: Int, messages: AsyncStream<String>)? {
        guard let window = windows[token] else { return nil }
        guard redeemHandoff(of: window) else {
            // The page is requested again, and says why the link is refused.
            close(token)
            return nil
        }
        stopWaiting(token)
        savedActivities.begin(token, of: window.request.owner)
        let line = window.connect(awaitsScene: awaitsScene)
        return (window, line.number, line.messages)
    }

    /// Shows the session that a tab has shown before in the tab's new window. ``SceneSessions``
    /// describes the rules.
    func restore(_ window: Window, connection: Int, _ message: RestoreMessage) async {
        let found = await scenes.find(message.scene, for: window.request.identity)
        // The tab may have lost its connection, or the window may have closed.
        guard window.connection == connection, window.awaitsScene, windows[window.token] === window else { return }
        // After the place is restored: the action may push pages.
        defer { window.openRequestedURL() }
        let session: SceneSession
        switch found {
        case .refused(let reason):
            scenes.refuse(reason, from: window.page?.remoteAddress)
            return window.resume(with: nil)
        case .broken: return window.resume(with: nil)
        case .shown(let other) where other === window:
            // The answer to an earlier connection was lost.
            return window.resume(with: nil)
        case .shown(let other) where other.isConnected && !message.isReturning:
            session = SceneSession(other.session.record(lastSeen: Date()), name: SceneSession.makeName())
        case .shown(let other):
            session = other.session
            close(other.token)
        case .stored(let stored): session = stored
        }
        var request = window.request
        request.session = session
        request.surroundings = message.surroundings
        // The session has continued the request's activity already.
        request.activity = nil
        scenes.beginRestoration(of: message.scene)
        let graph = makeGraph(request)
        graph.history.restore(message.location, depth: message.depth)
        scenes.release(window)
        window.resume(with: graph)
        scenes.begin(window)
        // Views that have appeared may have pushed pages that the app had stored: at once, or in their
        // tasks, which run before this one continues. The tab's place is newer.
        graph.history.removePages(beyond: message.location, depth: message.depth)
        scenes.endRestoration(of: message.scene)
        await Task.yield()
        guard window.connection == connection else { return }
        graph.history.removePages(beyond: message.location, depth: message.depth)
    }

    /// Counts a connection of the tab of a window, if there is the window.
    ///
    /// - Throws: ``ProtocolViolation`` for a tab that connects too often.
    func receiveConnection(to token: String) throws {
        guard let window = windows[token], !window.budget.spend(MessageBudget.connection, now: now()) else { return }
        throw ProtocolViolation.connections
    }

    /// Counts a frame from the tab of a window.
    ///
    /// - Throws: ``ProtocolViolation`` for a tab that sends too many.
    func receiveFrame(for window: Window) throws {
        guard window.budget.spend(now: now()) else { throw ProtocolViolation("more messages than a person can cause") }
    }

    /// Handles a message from the tab of a window.
    ///
    /// - Throws: ``ProtocolViolation`` for a message that the script does not send.
    func receive(_ message: ClientMessage, for window: Window, _ connection: Int) async throws {
        // The page has connected again, and sends once more what the answer to that does not
        // acknowledge.
        guard connection == window.connection else { return }
        guard window.awaitsScene == (message.event == RestoreMessage.name) else {
            throw ProtocolViolation("the name of a scene out of turn")
        }
        switch message.event {
        case RestoreMessage.name: await restore(window, connection: connection, try message.restoreMessage())
        case RestoreMessage.end: scenes.end(window)
        case ActivityMessages.link, ActivityMessages.find, ActivityMessages.continue:
            try receiveActivityMessage(message, for: window)
        default: try window.receive(message)
        }
    }

    /// Ends a connection and starts the timeout after which the window closes.
    ///
    /// - Parameter isGoodbye: Whether the tab closed the connection itself.
    func release(_ window: Window, connection: Int, isGoodbye: Bool = false) {
        guard window.disconnect(connection) else { return }
        expectTab(of: window, for: isGoodbye ? Self.patienceAfterGoodbye : limits.idleTimeout)
    }

    /// Closes a window unless a tab connects to it in time.
    private func expectTab(of window: Window, for patience: Duration) {
        if window.hasConnected {
            waits += 1
            waiting[window.token] = waits
        } else {
            unclaimed.append((window.token, window.page?.client, now()))
            makeRoomForUnclaimed()
        }
        let connection = window.connection
        Task { [weak self, weak window] in
            // Ignored: nothing cancels the task.
            try? await Task.sleep(for: patience)
            guard let self, let window, !window.isConnected, window.connection == connection else { return }
            close(window.token)
        }
    }

    /// Closes windows whose tab has never been connected, if there are too many: two at most, which is
    /// more than have been opened since the last time.
    private func makeRoomForUnclaimed() {
        for _ in 0..<2 {
            guard unclaimed.count > mostUnclaimed, let token = oldestUnclaimed else { return }
            let closed = remove(token)
            // Later, so that the client that opens a window does not wait for it.
            Task { closed?.close() }
        }
    }

    /// The window to close when too many have never been connected: the oldest one of the client with
    /// the most of them. Nil if it is too new, and there are not very many: a quarter of the windows
    /// that there may be, in all or of its client.
    private var oldestUnclaimed: String? {
        let counts = Dictionary(unclaimed.map { ($0.client, 1) }, uniquingKeysWith: +)
        let most = counts.values.max() ?? 0
        guard let oldest = unclaimed.first(where: { counts[$0.client] == most }) else { return nil }
        if oldest.opened.duration(to: now()) >= Self.timeToConnect { return oldest.token }
        if unclaimed.count > max(mostUnclaimed, limits.maxWindows / 4) { return oldest.token }
        // Those whose address is not known may be many clients.
        let isBusy = oldest.client != nil && most > max(mostUnclaimed, limits.maxWindowsPerAddress / 4)
        return isBusy ? oldest.token : nil
    }

    private func stopWaiting(_ token: String) {
        waiting[token] = nil
        unclaimed.removeAll { $0.token == token }
    }

    func close(_ token: String) { remove(token)?.close() }

    /// Removes a window, whose views the caller closes. Returns nil if there is none.
    private func remove(_ token: String) -> Window? {
        stopWaiting(token)
        guard let window = windows.removeValue(forKey: token) else { return nil }
        scenes.release(window)
        savedActivities.end(token, of: window.request.owner)
        if let client = window.page?.client {
            let left = countByClient[client, default: 1] - 1
            countByClient[client] = left == 0 ? nil : left
        }
        return window
    }

    /// Closes the windows whose page request meets a condition.
    func close(where condition: (PageRequest) -> Bool) {
        for (token, window) in windows where window.page.map(condition) ?? false { close(token) }
    }

    /// Saves scenes and activities at the end of the process, and removes the files of the windows,
    /// which are not closed.
    func finish() async {
        await scenes.finish()
        await savedActivities.finish()
        for window in windows.values { window.files.close() }
    }
}
