/// Methods that remove the known elements from an element's children as they read them, so that the
/// unknown ones remain.
extension [RawElement] {
    /// Removes and returns the elements of a name.
    mutating func removeAll(named name: String) -> [RawElement] {
        let taken = filter { $0.name == name }
        removeAll { $0.name == name }
        return taken
    }

    /// Removes and reads the elements of a name.
    mutating func takeAll<Kind: TypedElement>(named name: String, as type: Kind.Type) throws(ModelFileError) -> [Kind] {
        var elements: [Kind] = []
        for raw in removeAll(named: name) {
            elements.append(try Kind(raw))
        }
        return elements
    }

    /// Removes and reads the first element of a name; nil if there is none.
    mutating func takeFirst<Kind: TypedElement>(named name: String, as type: Kind.Type) throws(ModelFileError) -> Kind? {
        guard let index = firstIndex(where: { $0.name == name }) else { return nil }
        return try Kind(remove(at: index))
    }

    /// Removes and reads the elements in containers, such as `<uniquenessConstraint>` in
    /// `<uniquenessConstraints>`. Other elements of a container remain, in the container.
    mutating func takeAll<Kind: TypedElement>(
        named name: String, in container: String, as type: Kind.Type
    ) throws(ModelFileError) -> [Kind] {
        var elements: [Kind] = []
        for var rest in self.removeAll(named: container) {
            elements += try rest.children.takeAll(named: name, as: type)
            if !rest.children.isEmpty || rest.fields != Fields() { append(rest) }
        }
        return elements
    }
}
