/// A fetch request that a model keeps under a name, or the one inside a fetched property.
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

    /// The predicate's format, with `$VARIABLE` for what is substituted when it runs.
    package var predicateString: String? {
        get { fields["predicateString"] }
        set { fields["predicateString"] = newValue }
    }

    /// The most objects to fetch; 0 for no limit.
    package var fetchLimit: Int {
        get { fields[count: "fetchLimit"] ?? 0 }
        set { fields[count: "fetchLimit"] = newValue == 0 ? nil : newValue }
    }

    /// How many objects are read at a time; 0 for all at once.
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

    /// Whether the values come along with the identifiers.
    package var includesPropertyValues: Bool {
        get { fields[flag: "includePropertyValues", default: true] }
        set { setFlag("includePropertyValues", newValue) }
    }

    /// Whether objects come as faults.
    package var returnsObjectsAsFaults: Bool {
        get { fields[flag: "returnObjectsAsFaults", default: true] }
        set { setFlag("returnObjectsAsFaults", newValue) }
    }

    /// Whether unsaved changes of the context count.
    package var includesPendingChanges: Bool {
        get { fields[flag: "includePendingChanges", default: true] }
        set { setFlag("includePendingChanges", newValue) }
    }

    /// Whether equal dictionaries are fetched once.
    package var returnsDistinctResults: Bool {
        get { fields[flag: "returnDistinctResults"] }
        set { fields[flag: "returnDistinctResults"] = newValue }
    }

    /// An absent field means what `NSFetchRequest` starts with, but is not relied on when writing.
    private mutating func setFlag(_ name: String, _ value: Bool) {
        fields[name] = value ? "YES" : "NO"
    }
}
