/// A program with windows.
///
/// Mark a type that conforms with `@main`; its `main()` shows each window in a browser tab.
@MainActor @preconcurrency
public protocol App {
    /// The type of the body, which the compiler infers.
    associatedtype Body: Scene

    /// The scenes of the app. They are evaluated again when state that they read has changed.
    @SceneBuilder var body: Body { get }

    /// Creates the app, once in each process.
    init()
}
