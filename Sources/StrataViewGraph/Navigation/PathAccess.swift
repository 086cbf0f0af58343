/// A binding to the path of a stack, with its type erased.
struct PathAccess {
    /// Returns the values of the path.
    var read: () -> [AnyHashable] = { [] }
    /// Sets the values of the path. Does nothing if one of them is not of the path's type.
    var write: ([AnyHashable]) -> Void = { _ in }
    /// Returns whether a value is of the path's type.
    var accepts: (AnyHashable) -> Bool = { _ in true }
    /// The type of all values of the path; nil for a path of any types.
    var elementType: (any Hashable.Type)?
}

extension PathAccess {
    /// Creates the access to a path of values of any types.
    init(_ path: Binding<NavigationPath>) {
        read = { path.wrappedValue.values }
        write = { path.wrappedValue.values = $0 }
    }

    /// Creates the access to a path of values of one type.
    init<Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection>(_ path: Binding<Data>)
    where Data.Element: Hashable {
        read = { path.wrappedValue.map { AnyHashable($0) } }
        write = { values in
            let elements = values.compactMap { $0.base as? Data.Element }
            if elements.count == values.count { path.wrappedValue = Data(elements) }
        }
        accepts = { $0.base is Data.Element }
        elementType = Data.Element.self
    }
}
