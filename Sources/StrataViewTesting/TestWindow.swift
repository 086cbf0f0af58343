public import Foundation
public import StrataUserActivity
public import StrataViewGraph

/// A window that shows an app's views in a test, without a server and without a browser.
///
///     @MainActor
///     @Test func `a new note is in the list`() throws {
///         let window = TestWindow(NoteList())
///         try window.find(.textField, "Title").type("Milk")
///         try window.find(.button, "Add").tap()
///         #expect(window.texts.contains("Milk"))
///     }
///
/// The views are evaluated as in a browser tab: state is kept, `onAppear` and tasks run, and lists
/// make the rows at the top. After each action, the window is up to date, also with changes of data
/// that are not saved. For changes that follow later, such as the end of a task, and for changes
/// that the test itself makes without saving them, use ``wait(_:until:)``.
@MainActor
public final class TestWindow {
    let graph: WindowGraph
    private var changed: () -> Void = {}

    /// Shows a view in a window.
    public convenience init<Content: View>(_ view: Content) {
        self.init(graph: WindowGraph(title: "Test", content: view))
    }

    /// Shows the views that a closure builds.
    public convenience init<Content: View>(@ViewBuilder content: () -> Content) { self.init(content()) }

    private init(graph: WindowGraph) {
        self.graph = graph
        graph.onNeedsFlush = { [weak self] in self?.changed() }
        graph.endsTurnWithEvent = true
        graph.performTurn {
            graph.mount()
            graph.appear()
        }
        update()
    }

    // Views that are still subscribed to a publisher would use the window that is gone.
    isolated deinit { graph.close() }

    /// Closes the window: views disappear, and tasks are canceled. A window that is no longer used is
    /// closed by itself.
    public func close() { graph.close() }

    /// Evaluates outdated views until none is left, and moves the focus as the app asks.
    func update() {
        // `onAppear` and `onChange` may change state again.
        while graph.performTurn({ !graph.flush().isEmpty }) || answerFocusRequests() {}
    }

    // MARK: Finding

    /// All texts, from top to bottom.
    public var texts: [String] {
        update()
        return root.texts
    }

    /// Returns the first element of a kind with a name and an identifier.
    ///
    /// - Parameters:
    ///   - kind: The kind of the element.
    ///   - name: The text inside the element, or its accessibility label; nil for any.
    ///   - identifier: The element's accessibility identifier; nil for any.
    /// - Throws: ``ElementNotFound``, whose description outlines the window.
    public func find(
        _ kind: ElementKind = .any, _ name: String? = nil, identifier: String? = nil
    ) throws -> TestElement {
        update()
        return try root.find(kind, name, identifier: identifier)
    }

    /// Returns all elements of a kind with a name and an identifier, from top to bottom.
    public func all(_ kind: ElementKind = .any, _ name: String? = nil, identifier: String? = nil) -> [TestElement] {
        update()
        return root.all(kind, name, identifier: identifier)
    }

    /// The window as an element, which contains all others.
    public var root: TestElement { TestElement(graph.root, in: self) }

    // MARK: Waiting

    /// Waits until a condition is fulfilled. Checks it at once, after each change of the window, and
    /// every 20 milliseconds, because it may depend on what the window does not show.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait.
    ///   - condition: Returns whether the expected state has been reached.
    /// - Throws: ``ConditionNotFulfilled`` after the timeout, with an outline of the window; errors of
    ///   the condition; and `CancellationError` if the task is canceled.
    public func wait(
        _ timeout: Duration = .seconds(10), until condition: @MainActor (TestWindow) throws -> Bool
    ) async throws {
        let (changes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changed = { signal.yield() }
        let timer = Task {
            let end = ContinuousClock.now + timeout
            while ContinuousClock.now < end {
                try await Task.sleep(until: min(end, .now + .milliseconds(20)), clock: .continuous)
                signal.yield()
            }
            signal.finish()
        }
        defer {
            timer.cancel()
            changed = {}
        }
        update()
        if try condition(self) { return }
        for await _ in changes {
            update()
            if try condition(self) { return }
        }
        try Task.checkCancellation()
        throw ConditionNotFulfilled(outline: description)
    }

    /// Reports the window's surroundings to the views' environment, as a browser does: its size
    /// classes, color scheme and visibility.
    public func setSurroundings(isVisible: Bool = true, isNarrow: Bool = false, isLow: Bool = false, isDark: Bool = false) {
        let event = SurroundingsEvent(isVisible: isVisible, isNarrow: isNarrow, isLow: isLow, isDark: isDark)
        graph.send(event, to: graph.root.id)
        update()
    }

    // MARK: Activities

    /// The current activity of the window; nil if its views advertise none.
    public var userActivity: NSUserActivity? {
        update()
        return graph.userActivity
    }

    /// Has the window continue a copy of an activity, as after a restoration. Returns whether a view
    /// has an `onContinueUserActivity` for its type; without one, the activity waits for such a view.
    @discardableResult
    public func continueUserActivity(_ activity: NSUserActivity) -> Bool {
        update()
        defer { update() }
        return graph.performTurn { graph.continueActivity(NSUserActivity(UserActivityRecord(activity))) }
    }

    /// Has the window open a URL. Returns whether a view has an `onOpenURL`; without one, the URL
    /// waits for such a view.
    @discardableResult
    public func openURL(_ url: URL) -> Bool {
        update()
        defer { update() }
        return graph.performTurn { graph.open(url) }
    }
}

extension TestWindow: CustomStringConvertible {
    /// The outline of the window: a line for each element. Read it on the main actor; elsewhere it
    /// traps.
    public nonisolated var description: String { MainActor.assumeIsolated { root.outline() } }
}

/// An error for a search that found no element.
public struct ElementNotFound: Error, CustomStringConvertible {
    /// The kind, name and identifier of the search, and the outline of the element that was
    /// searched.
    public let description: String
}

/// An error for a condition that was not fulfilled in time.
public struct ConditionNotFulfilled: Error, CustomStringConvertible {
    let outline: String

    /// A message with the outline of the window at the end of the timeout.
    public var description: String { "The condition was not fulfilled in time. The window shows:\n\(outline)" }
}

/// An error for an action that an element does not support, or that is disabled.
public struct ActionNotHandled: Error, CustomStringConvertible {
    /// The element, the action, and the reason.
    public let description: String
}
