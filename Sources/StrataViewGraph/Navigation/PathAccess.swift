/// The path of a stack, whatever type it has.
struct PathAccess {
    var read: () -> [AnyHashable] = { [] }
    /// Sets the path. Leaves it as it is if a value is not of its type.
    var write: ([AnyHashable]) -> Void = { _ in }
    /// The only type that the values have; nil for any.
    var elementType: (any Hashable.Type)?
}

extension PathAccess {
    /// A path of values of any types.
    init(_ path: Binding<NavigationPath>) {
        read = { path.wrappedValue.values }
        write = { path.wrappedValue.values = $0 }
    }

    /// A path of values of one type.
    init<Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection>(_ path: Binding<Data>)
    where Data.Element: Hashable {
        read = { path.wrappedValue.map { AnyHashable($0) } }
        write = { values in
            let elements = values.compactMap { $0.base as? Data.Element }
            if elements.count == values.count { path.wrappedValue = Data(elements) }
        }
        elementType = Data.Element.self
    }
}
