@_exported public import Observation
internal import StrataTraps

/// A piece of a user interface: a value that describes what to show for the state it is given.
///
/// As in Apple's SwiftUI, a type becomes a view by a ``body`` made of other views. All views are
/// isolated to the main actor.
@MainActor @preconcurrency
public protocol View {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The content of the view. It is evaluated again when state that it read has changed.
    @ViewBuilder var body: Body { get }

    /// Updates a node of the view graph with this value. Views with a body inherit an
    /// implementation; built-in views have their own.
    func _update(_ node: ViewNode)

    /// The number of rows that the view is directly in a list. Views with a body inherit their
    /// body's.
    static var _listShape: ListShape { get }
}

/// The number of rows that a view contributes to its list.
public enum ListShape: Sendable {
    /// Exactly one row, so that a list can count rows without making them.
    case row
    /// Exactly one section.
    case section
    /// Any number of rows or sections, known only after the view was evaluated.
    case several
}

extension View {
    /// Evaluates the body and updates the node's child with it.
    public func _update(_ node: ViewNode) { node.updateComposite(self) }

    /// The shape of the body.
    public static var _listShape: ListShape { Body._listShape }
}

extension Never: View {
    public var body: Never { trap("Never has no body: a built-in view was asked for one.") }

    /// One row, which built-in views inherit unless they have a shape of their own.
    public static var _listShape: ListShape { .row }
}

/// A view without a body, which updates its node itself.
package protocol BuiltInView: View where Body == Never {}

extension BuiltInView {
    public var body: Never { trap("\(Self.self) is built in and has no body; the graph updates it directly.") }
}
