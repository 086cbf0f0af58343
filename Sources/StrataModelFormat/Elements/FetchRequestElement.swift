/// A fetch request template of a model, or the request of a fetched property.
package struct FetchRequestElement: NamedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]

    package init(name: String, entity: String) {
        fields = Fields(["name": name, "entity": entity])
        location = .none
        unknown = []
    }
}

extension FetchRequestElement {
    /// The name of the entity to fetch.
    package var entity: String? {
        get { fields["entity"] }
        set { fields["entity"] = newValue }
    }

    /// The predicate's format, with `$VARIABLE` for values that a program substitutes.
    package var predicateString: String? {
        get { fields["predicateString"] }
        set { fields["predicateString"] = newValue }
    }

    /// The maximum number of objects; 0 for no limit.
    package var fetchLimit: Int {
        get { fields[count: "fetchLimit"] ?? 0 }
        set { fields[count: "fetchLimit"] = newValue == 0 ? nil : newValue }
    }

    /// The number of objects that are read at a time; 0 for all at once.
    package var fetchBatchSize: Int {
        get { fields[count: "fetchBatchSize"] ?? 0 }
        set { fields[count: "fetchBatchSize"] = newValue == 0 ? nil : newValue }
    }

    /// `NSFetchRequestResultType` as a number: 0 objects, 1 identifiers, 2 dictionaries, 4 a count.
    package var resultType: Int {
        get { fields[count: "resultType"] ?? 0 }
        set { fields[count: "resultType"] = newValue == 0 ? nil : newValue }
    }

    /// Whether objects of subentities are fetched too.
    package var includesSubentities: Bool {
        get { fields[flag: "includeSubentities", default: true] }
        set { setFlag("includeSubentities", newValue) }
    }

    /// Whether the values are fetched with the identifiers.
    package var includesPropertyValues: Bool {
        get { fields[flag: "includePropertyValues", default: true] }
        set { setFlag("includePropertyValues", newValue) }
    }

    /// Whether objects are returned as faults.
    package var returnsObjectsAsFaults: Bool {
        get { fields[flag: "returnObjectsAsFaults", default: true] }
        set { setFlag("returnObjectsAsFaults", newValue) }
    }

    /// Whether the context's unsaved changes are included.
    package var includesPendingChanges: Bool {
        get { fields[flag: "includePendingChanges", default: true] }
        set { setFlag("includePendingChanges", newValue) }
    }

    /// Whether equal dictionaries are returned once.
    package var returnsDistinctResults: Bool {
        get { fields[flag: "returnDistinctResults"] }
        set { fields[flag: "returnDistinctResults"] = newValue }
    }

    /// Writes a flag explicitly, even if it is the default.
    private mutating func setFlag(_ name: String, _ value: Bool) {
        fields[name] = value ? "YES" : "NO"
    }
}
