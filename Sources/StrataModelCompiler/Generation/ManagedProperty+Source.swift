extension ManagedProperty {
    /// The property as Swift source, with accessors for its slot.
    ///
    /// The accessors also pass the name, so that CoreData detects a slot of another property, such
    /// as in another version of the model.
    var declaration: String {
        let place = "at: \(slot), \"\(name)\""
        let identifier = SwiftSource.identifier(name)
        // A fetched property is computed by the store and cannot be set.
        guard kind != .fetched else {
            return """
                    public var \(identifier): \(type) {
                        value(\(place))
                    }
                """
        }
        return """
                public var \(identifier): \(type) {
                    get { value(\(place)) }
                    set { setValue(newValue, \(place)) }
                }
            """
    }

    /// Returns an extension with the methods that change a to-many relationship; nil for other
    /// properties.
    func collectionMethods(of className: String, names: TypeNames) -> String? {
        guard case .toMany(let element, let isOrdered) = kind else { return nil }
        let methods =
            isOrdered
            ? orderedMethods(element, names) + setMethods(element, names, isOrdered: true)
            : setMethods(element, names, isOrdered: false)
        return """
            // MARK: Generated accessors for \(name)
            nonisolated extension \(className) {
            \(methods.joined(separator: "\n\n"))
            }
            """
    }

    private var capitalizedName: String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    private func setMethods(_ element: String, _ names: TypeNames, isOrdered: Bool) -> [String] {
        let collection = names.known(isOrdered ? "NSOrderedSet" : "NSSet")
        let place = "at: \(slot), \"\(name)\""
        return [
            method("addTo", "_ value: \(element)", "addObject(value, \(place))"),
            method("removeFrom", "_ value: \(element)", "removeObject(value, \(place))"),
            method("addTo", "_ values: \(collection)", "addObjects(values, \(place))"),
            method("removeFrom", "_ values: \(collection)", "removeObjects(values, \(place))"),
        ]
    }

    private func orderedMethods(_ element: String, _ names: TypeNames) -> [String] {
        let index = names.known("Int")
        let indexes = names.known("NSIndexSet")
        let place = "at: \(slot), \"\(name)\""
        return [
            method("insertInto", "_ value: \(element), at idx: \(index)", "insertObject(value, atIndex: idx, \(place))"),
            method("removeFrom", "at idx: \(index)", "removeObject(atIndex: idx, \(place))"),
            method(
                "insertInto", "_ values: [\(element)], at indexes: \(indexes)",
                "insertObjects(values, atIndexes: indexes, \(place))"),
            method("removeFrom", "at indexes: \(indexes)", "removeObjects(atIndexes: indexes, \(place))"),
            method("replace", "at idx: \(index), with value: \(element)", "replaceObject(atIndex: idx, with: value, \(place))"),
            method(
                "replace", "at indexes: \(indexes), with values: [\(element)]",
                "replaceObjects(atIndexes: indexes, with: values, \(place))"),
        ]
    }

    private func method(_ verb: String, _ parameters: String, _ call: String) -> String {
        """
            public func \(verb)\(capitalizedName)(\(parameters)) {
                \(call)
            }
        """
    }
}
