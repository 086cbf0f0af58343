@_exported public import Observation
internal import StrataTraps

/// A part of a user interface: a value that describes what to show for the current state.
///
/// As in Apple's SwiftUI, a type conforms by declaring a ``body`` made of other views. All views
/// are isolated to the main actor.
@MainActor @preconcurrency
public protocol View {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The content of the view. It is evaluated again after a change of state that it has read.
    @ViewBuilder var body: Body { get }

    /// Updates a node of the view graph with this value. Views with a body inherit an
    /// implementation. Built-in views have their own.
    func _update(_ node: ViewNode)

    /// The number of rows that the view contributes to a list that contains it directly. Views with
    /// a body inherit the shape of their body.
    static var _listShape: ListShape { get }

    /// The way in which the view's node is evaluated. Views with a body inherit
    /// ``_ViewEvaluation/body``.
    static var _evaluation: _ViewEvaluation { get }
}

/// The way in which the node of a view is evaluated.
public enum _ViewEvaluation: Sendable {
    /// The view has a body, and dynamic properties whose values the node keeps.
    case body
    /// A built-in view, which may use its node in any way.
    case node
    /// A built-in view that only shows an element and updates children, so that another node with
    /// the same view would be the same.
    case drawing
}

/// The number of rows that a view contributes to its list.
public enum ListShape: Hashable, Sendable {
    /// Exactly one row, so that a list can count its rows without creating their views.
    case row
    /// Exactly this number of rows, more than one.
    case rows(Int)
    /// Exactly one section.
    case section
    /// Any number of rows or sections, none included, known only after the view was evaluated.
    case several
}

extension View {
    /// Evaluates the body and updates the node's child with it.
    public func _update(_ node: ViewNode) { node.updateComposite(self) }

    /// The shape of the body.
    public static var _listShape: ListShape { Body._listShape }

    /// A view with a body.
    public static var _evaluation: _ViewEvaluation { .body }
}

extension Never: View {
    /// Traps: no view of this type exists.
    public var body: Never { trap("Never has no body: a built-in view was asked for one.") }

    /// One row. Built-in views inherit this shape unless they declare their own.
    public static var _listShape: ListShape { .row }

    /// No view of this type is evaluated.
    public static var _evaluation: _ViewEvaluation { .node }
}

/// A view without a body, which updates its node itself.
package protocol BuiltInView: View where Body == Never {}

extension BuiltInView {
    /// A view that may use its node in any way.
    public static var _evaluation: _ViewEvaluation { .node }

    /// Traps: a built-in view has no body.
    public var body: Never { trap("\(Self.self) is built in and has no body; the graph updates it directly.") }
}
