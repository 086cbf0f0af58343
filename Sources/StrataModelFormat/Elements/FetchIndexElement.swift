/// An index on an entity's table.
package struct FetchIndexElement: NamedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    /// The indexed properties and expressions, most significant first.
    package var parts: [FetchIndexPart]

    package init(name: String, parts: [FetchIndexPart]) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        self.parts = parts
    }

    /// The predicate that a row in the index satisfies; nil if the index has all rows.
    package var partialIndexPredicate: String? {
        get { fields["partialIndexPredicate"] ?? fields["predicate"] ?? fields["predicateString"] }
        set { fields["partialIndexPredicate"] = newValue }
    }
}

/// A `fetchIndexElement`: a property or an expression in an index.
package struct FetchIndexPart: TypedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]

    package init(property: String) {
        fields = Fields(["property": property, "type": Collation.binary.rawValue, "order": "ascending"])
        location = .none
        unknown = []
    }

    /// The kind of an index.
    package enum Collation: String, CaseIterable, Sendable {
        case binary = "Binary"
        case rTree = "RTree"
    }

    /// The name of the property; nil for an expression.
    package var property: String? {
        get { fields["property"] }
        set { fields["property"] = newValue }
    }

    /// The format of the expression; nil for a property.
    package var expression: String? {
        get { fields["expression"] }
        set { fields["expression"] = newValue }
    }

    /// The type of the expression's result.
    package var expressionType: AttributeType? {
        get { fields["expressionType"].flatMap(AttributeType.init) }
        set { fields["expressionType"] = newValue?.rawValue }
    }

    package var collation: Collation {
        get { fields["type"].flatMap(Collation.init) ?? .binary }
        set { fields["type"] = newValue.rawValue }
    }

    package var isAscending: Bool {
        get { fields["order"] != "descending" }
        set { fields["order"] = newValue ? "ascending" : "descending" }
    }
}
