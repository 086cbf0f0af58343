public import CoreTransferable
public import Foundation
public import UniformTypeIdentifiers

/// The effect of a drop on the item.
public enum DropOperation: Hashable, Sendable {
    /// The drag had no activity.
    case cancel
    /// The destination does not accept the item.
    case forbidden
    /// The item is copied.
    case copy
    /// The item is moved. The app removes it at its origin.
    case move

    /// The name in the browser's `dropEffect`.
    package var name: String {
        switch self {
        case .cancel, .forbidden: "none"
        case .copy: "copy"
        case .move: "move"
        }
    }
}

/// The answer of a destination to a movement over it.
public struct DropProposal: Sendable {
    /// The effect that a drop would have.
    public let operation: DropOperation

    /// Proposes an effect.
    public init(operation: DropOperation) { self.operation = operation }
}

/// The items of a drag over a destination, and their location.
public struct DropInfo {
    /// The location of the pointer in the destination.
    public let location: CGPoint
    let types: [UTType]
    let items: [NSItemProvider]

    /// Returns whether an item offers one of several types.
    public func hasItemsConforming(to contentTypes: [UTType]) -> Bool {
        types.contains { type in contentTypes.contains(where: type.conforms(to:)) }
    }

    /// Returns the items that offer one of several types.
    ///
    /// Those from outside of the app arrive with the drop. Until then there are none.
    public func itemProviders(for contentTypes: [UTType]) -> [NSItemProvider] {
        items.filter { item in item.registeredContentTypes.contains { type in contentTypes.contains(where: type.conforms(to:)) } }
    }

    /// Returns whether an item offers one of the types with several identifiers.
    public func hasItemsConforming(to types: [String]) -> Bool { hasItemsConforming(to: types.map(UTType.init(of:))) }

    /// Returns the items that offer one of the types with several identifiers.
    public func itemProviders(for types: [String]) -> [NSItemProvider] { itemProviders(for: types.map(UTType.init(of:))) }
}

extension UTType {
    /// Returns the type with an identifier, which the app may declare.
    init(of identifier: String) { self = UTType(identifier) ?? UTType(exportedAs: identifier) }
}

/// An object that follows a drag over a view, and receives what is dropped.
@MainActor @preconcurrency
public protocol DropDelegate {
    /// Returns whether the items may be dropped. By default, they may.
    func validateDrop(info: DropInfo) -> Bool

    /// Receives the items. Returns whether it did.
    func performDrop(info: DropInfo) -> Bool

    /// Called when the items enter the view.
    func dropEntered(info: DropInfo)

    /// Called when the items move in the view, at most once a frame. Returns the effect that a drop
    /// would have; nil for the last one that was proposed.
    func dropUpdated(info: DropInfo) -> DropProposal?

    /// Called when the items leave the view.
    func dropExited(info: DropInfo)
}

extension DropDelegate {
    /// Returns true.
    public func validateDrop(info: DropInfo) -> Bool { true }
    /// Does nothing.
    public func dropEntered(info: DropInfo) {}
    /// Returns nil.
    public func dropUpdated(info: DropInfo) -> DropProposal? { nil }
    /// Does nothing.
    public func dropExited(info: DropInfo) {}
}
