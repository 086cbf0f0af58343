public import StrataViewGraph

/// A window of an app's views, for tests: without a server and without a browser.
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
/// make the rows at the top. After each action, everything that follows from it at once is up to
/// date. What follows later, such as the end of a task, is awaited with `wait(until:)`.
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
        graph.mount()
        graph.appear()
        update()
    }

    /// Closes the window: views disappear, and tasks are cancelled.
    public func close() { graph.close() }

    /// Evaluates what is outdated.
    func update() {
        // Appearances and changes may change state again.
        while !graph.flush().isEmpty {}
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

    /// Waits until a condition is fulfilled, and checks it after each change of the window.
    ///
    /// - Throws: ``ConditionNotFulfilled`` after the timeout; its description outlines the window.
    public func wait(
        _ timeout: Duration = .seconds(10), until condition: @MainActor (TestWindow) throws -> Bool
    ) async throws {
        let (changes, signal) = AsyncStream.makeStream(of: Void.self)
        changed = { signal.yield() }
        let timer = Task {
            try await Task.sleep(for: timeout)
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
}

extension TestWindow: CustomStringConvertible {
    /// The outline of the window: a line for each element.
    public nonisolated var description: String { MainActor.assumeIsolated { root.outline() } }
}

/// No element of a window is as it was asked for.
public struct ElementNotFound: Error, CustomStringConvertible {
    /// The element that was asked for, and the outline of the window.
    public let description: String
}

/// A condition was not fulfilled in time.
public struct ConditionNotFulfilled: Error, CustomStringConvertible {
    let outline: String

    /// The outline of the window at the end.
    public var description: String { "The condition was not fulfilled in time. The window shows:\n\(outline)" }
}

/// An element does not react to an action of the user.
public struct ActionNotHandled: Error, CustomStringConvertible {
    /// The element, the action, and the reason.
    public let description: String
}
