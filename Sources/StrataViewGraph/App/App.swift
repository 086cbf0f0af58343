/// A program that shows windows.
///
/// Mark the type that conforms with `@main`. Its `main()` shows each window in a browser tab.
@MainActor @preconcurrency
public protocol App {
    /// The type of the body, which the compiler infers.
    associatedtype Body: Scene

    /// The scenes of the app. They are evaluated again after a change of state that they have read.
    @SceneBuilder var body: Body { get }

    /// Creates the app, once in each process.
    init()
}
