/// The actions by which the user of a list can change its collection.
public struct EditActions<Data>: OptionSet, Sendable {
    /// The actions as a bit mask.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

extension EditActions where Data: MutableCollection {
    /// Moving elements.
    public static var move: EditActions { EditActions(rawValue: 1) }
}

extension EditActions where Data: RangeReplaceableCollection {
    /// Deleting elements.
    public static var delete: EditActions { EditActions(rawValue: 2) }
}

extension EditActions where Data: MutableCollection & RangeReplaceableCollection {
    /// Moving and deleting elements.
    public static var all: EditActions { [.move, .delete] }
}

/// A collection of the indices of another one, each with the ID of its element.
public struct IndexedIdentifierCollection<Base: RandomAccessCollection, ID: Hashable>: RandomAccessCollection {
    private let base: Base
    private let id: KeyPath<Base.Element, ID>

    init(_ base: Base, id: KeyPath<Base.Element, ID>) {
        self.base = base
        self.id = id
    }

    /// An index with the ID of the element there.
    public struct Element {
        let index: Base.Index
        let id: ID
    }

    public var startIndex: Base.Index { base.startIndex }
    public var endIndex: Base.Index { base.endIndex }
    public func index(after index: Base.Index) -> Base.Index { base.index(after: index) }
    public func index(before index: Base.Index) -> Base.Index { base.index(before: index) }
    public func index(_ index: Base.Index, offsetBy distance: Int) -> Base.Index { base.index(index, offsetBy: distance) }
    /// Returns the number of steps between two indices.
    public func distance(from start: Base.Index, to end: Base.Index) -> Int { base.distance(from: start, to: end) }

    /// Accesses an index with the ID of the element there.
    public subscript(position: Base.Index) -> Element { Element(index: position, id: base[position][keyPath: id]) }
}

/// The content of a row of a collection that the user of the list can change.
public struct EditableCollectionContent<Content: View, Data>: View {
    let content: Content
    /// The content of the row.
    public var body: some View { content }
}
