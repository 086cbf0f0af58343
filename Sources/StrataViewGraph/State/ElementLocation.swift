// The elements of a binding's collection.
//
// # Position or identity
//
// `$rows[1]` is a binding to whatever is at position 1. A row of a `ForEach($rows)` is another
// matter: its closures run when they have been called, and the app may have inserted or removed
// elements since the row was evaluated. By position, a button of the row "Milk" would then change
// "Bread". So the bindings that a `ForEach` passes to its rows refer to an element by its ID, and
// remember the position only to find it at once.
//
// A view may read its element once more after the element was removed, before the update that
// removes the view. It reads the last value then, and what it writes is ignored.
//
// A page of a stack may also make its binding once more: its destination is `$rows[index]`, and
// another user has removed the row. So the bindings to one position share their last value
// (`LastValues`), and the new one takes that of the one that the page still has.

/// The location of an element of a collection: at a position, or with an ID.
// Safe to share: so is the last value. The copy of the ID is the responsibility of the app, as the
// closures of a binding are.
final class ElementLocation<Elements: MutableCollection, ID: Hashable>: BindingLocation<Elements.Element>,
    @unchecked Sendable
{
    private let collection: Binding<Elements>
    private let position: Elements.Index
    /// Returns the ID of an element; nil for the location of a position.
    private let id: ((Elements.Element) -> ID)?
    private var ownID: ID?
    private let last: LastBoundValue<Elements.Element>

    /// Creates the location of an element that a collection has now.
    ///
    /// - Parameters:
    ///   - elements: The present value of the collection.
    ///   - id: Returns the ID of an element.
    init(
        _ collection: Binding<Elements>, at position: Elements.Index, of elements: Elements,
        id: @escaping (Elements.Element) -> ID
    ) {
        self.collection = collection
        self.position = position
        self.id = id
        let element = elements[position]
        last = LastBoundValue(element)
        ownID = id(element)
    }

    /// Creates the location of a position that a collection has now, or had when an earlier location
    /// with the same source was made that is still in use. Traps for another position.
    ///
    /// A binding made of closures is a source of its own. So a position that has gone can only be
    /// bound again through the same binding, and not through one that the next evaluation makes.
    ///
    /// - Parameter elements: The present value of the collection.
    init(_ collection: Binding<Elements>, at position: Elements.Index, of elements: Elements) where ID == Never {
        self.collection = collection
        self.position = position
        id = nil
        ownID = nil
        let source = (position as? Int).map { collection.source.appending($0) }
        if !Self.contains(position, in: elements), let source,
            let known: LastBoundValue<Elements.Element> = LastValues.shared.value(of: source)
        {
            WarningLog.warn(
                "A binding to the element at an index of a \(Elements.self) was made after the element had been removed. "
                    + "It reads the last value, and writes nothing. Bind elements by ID: ForEach($items) { $item in … }")
            last = known
        } else {
            let element = elements[position]
            last = source.map { LastValues.shared.value(of: $0, element) } ?? LastBoundValue(element)
        }
    }

    override var source: BindingSource {
        guard id == nil, let index = position as? Int else { return super.source }
        return collection.source.appending(index)
    }

    override func read() -> Elements.Element {
        let elements = collection.wrappedValue
        guard let position = position(in: elements) else { return last.value }
        let element = elements[position]
        last.value = element
        return element
    }

    override func write(_ value: Elements.Element, in transaction: Transaction) {
        var elements = collection.wrappedValue
        guard let position = position(in: elements) else { return }
        elements[position] = value
        collection.wrappedValue = elements
        // The element may get another ID by this, as in `ForEach($names, id: \.self)`. The
        // collection may also refuse the value, and then keeps the element with its ID.
        if let newID = id?(value), newID != ownID {
            let stored = collection.wrappedValue
            guard self.id(at: position, of: stored) != ownID, self.position(of: newID, in: stored) != nil else { return }
            ownID = newID
        }
        last.value = value
    }

    /// Returns the position of the element in a value of the collection; nil if it was removed. O(n)
    /// if the element has moved.
    private func position(in elements: Elements) -> Elements.Index? { position(of: ownID, in: elements) }

    private func position(of wanted: ID?, in elements: Elements) -> Elements.Index? {
        guard let id else { return Self.contains(position, in: elements) ? position : nil }
        if self.id(at: position, of: elements) == wanted { return position }
        if let known = elements.firstIndex(where: { id($0) == wanted }) { return known }
        let current = currentID(wanted)
        return current == wanted ? nil : elements.firstIndex { id($0) == current }
    }

    /// Returns the ID of the element at a position; nil if there is none.
    private func id(at position: Elements.Index, of elements: Elements) -> ID? {
        Self.contains(position, in: elements) ? id?(elements[position]) : nil
    }

    private static func contains(_ position: Elements.Index, in elements: Elements) -> Bool {
        elements.startIndex <= position && position < elements.endIndex
    }
}

extension Binding where Value: MutableCollection {
    /// Returns a binding to an element that the collection has now, wherever it moves to.
    ///
    /// - Parameters:
    ///   - elements: The present value of the collection.
    ///   - id: Returns the ID of an element.
    func element<ID: Hashable>(
        at position: Value.Index, of elements: Value, identifiedBy id: @escaping (Value.Element) -> ID
    ) -> Binding<Value.Element> {
        Binding<Value.Element>(ElementLocation(self, at: position, of: elements, id: id))
    }
}

// MARK: Snapshots

/// A collection of bindings to the elements of a value that changes: a `Binding`.
///
/// A view that shows the elements one by one, such as a ``ForEach``, reads the collection at several
/// times. It shows a snapshot, so that all of these see the same elements.
protocol BindingCollection: RandomAccessCollection {
    /// Returns the collection of the bindings to the present elements, and reads the value once.
    ///
    /// - Parameter id: Returns the ID of the element of a binding.
    func snapshot<ID: Hashable>(identifiedBy id: @escaping (Element) -> ID) -> Self
}

extension Binding: BindingCollection where Value: MutableCollection & RandomAccessCollection {
    func snapshot<ID: Hashable>(identifiedBy id: @escaping (Element) -> ID) -> Binding<Value> {
        let elements = wrappedValue
        return Binding(
            CollectionSnapshot(elements, of: self) { position in
                element(at: position, of: elements) { id(.constant($0)) }
            })
    }
}

/// The location of a value that a collection had, whose elements are found in the present one.
// Safe to share: it is immutable, and the closure reads and writes as the collection's binding does.
final class CollectionSnapshot<Elements: MutableCollection>: BindingLocation<Elements>, @unchecked Sendable {
    private let elements: Elements
    private let collection: Binding<Elements>
    /// Returns a binding to the present element that was at a position.
    let element: (Elements.Index) -> Binding<Elements.Element>

    init(
        _ elements: Elements, of collection: Binding<Elements>,
        element: @escaping (Elements.Index) -> Binding<Elements.Element>
    ) {
        self.elements = elements
        self.collection = collection
        self.element = element
    }

    override func read() -> Elements { elements }

    override func write(_ value: Elements, in transaction: Transaction) { collection.wrappedValue = value }
}
