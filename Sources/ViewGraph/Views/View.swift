@_exported public import Observation
internal import Traps

/// A piece of a user interface: a value that describes what to show for the state it is given.
///
/// As in Apple's SwiftUI, a type becomes a view by giving a ``body`` made of other views; everything happens on the main actor.
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View

    /// The views this one stands for.
    @ViewBuilder var body: Body { get }

    /// Brings a node of the view graph up to date with this value. Views with a body inherit it; built-in views supply their own.
    func _update(_ node: ViewNode)

    /// What this view is when it stands directly in a list. Views with a body inherit their body's.
    static var _listShape: ListShape { get }
}

/// What a view contributes to the list it stands in.
public enum ListShape: Sendable {
    /// Exactly one row, so that a list can count rows without making them.
    case row
    /// Any number of rows or sections; known only once the view is evaluated.
    case several
}

extension View {
    public func _update(_ node: ViewNode) { node.updateComposite(self) }
    public static var _listShape: ListShape { Body._listShape }
}

extension Never: View {
    public var body: Never { trap("Never has no body: a built-in view was asked for one.") }
    public static var _listShape: ListShape { .row }
}

/// A view that the graph knows by itself, with no body.
package protocol BuiltInView: View where Body == Never {}

extension BuiltInView {
    public var body: Never { trap("\(Self.self) is built in and has no body; the graph updates it directly.") }
}
