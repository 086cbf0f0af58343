internal import StrataPredicates

extension QuerySchema {
    /// Returns the lookup in an R-tree index of the entity if the predicate bounds each of its
    /// dimensions; nil otherwise.
    ///
    /// The tree stores 32-bit floats, rounded outwards, so it may find too many rows. The WHERE
    /// therefore keeps the predicate as well.
    func indexLookup(_ predicate: PredicateForm, _ builder: QueryBuilder) -> SQLCondition? {
        let bounds = Self.bounds(predicate)
        guard !bounds.isEmpty else { return nil }
        var layout: EntityLayout? = builder.root.layout
        while let owner = layout {
            for index in owner.entity.indexes where index.isRTree && rTrees.contains(index.rTreeName(owner)) {
                let slots = index.rTreeSlots(owner)
                guard slots.allSatisfy({ bounds[owner.names[$0]] != nil }) else { continue }
                var conditions: [String] = []
                for slot in slots {
                    let column = table(owner).column(slot)
                    let bound = bounds[owner.names[slot]] ?? Bounds()
                    if let least = bound.least { conditions.append("\(column)_MAX >= \(builder.bind(.double(least)))") }
                    if let most = bound.most { conditions.append("\(column)_MIN <= \(builder.bind(.double(most)))") }
                }
                let tree = index.rTreeName(owner)
                return SQLCondition(
                    text: "t0.Z_PK IN (SELECT Z_PK FROM \(tree) WHERE \(conditions.joined(separator: " AND ")))")
            }
            layout = owner.superlayout
        }
        return nil
    }

    private struct Bounds {
        var least: Double?
        var most: Double?

        mutating func narrow(least other: Double) { least = max(least ?? other, other) }
        mutating func narrow(most other: Double) { most = min(most ?? other, other) }
    }

    /// Returns bounds that every matching object satisfies, keyed by attribute. They come from
    /// comparisons with constants that are joined by AND.
    private static func bounds(_ predicate: PredicateForm) -> [String: Bounds] {
        var bounds: [String: Bounds] = [:]
        func read(_ form: PredicateForm) {
            switch form {
            case .and(let forms): forms.forEach(read)
            case .comparison(.keyPath(let names), let comparison, let right)
            where names.count == 1 && comparison.modifier == .direct:
                let name = names[0]
                switch (comparison.kind, right) {
                case (.greaterOrEqual, .constant(let value)), (.greater, .constant(let value)):
                    if let number = value.coordinate { bounds[name, default: Bounds()].narrow(least: number) }
                case (.lessOrEqual, .constant(let value)), (.less, .constant(let value)):
                    if let number = value.coordinate { bounds[name, default: Bounds()].narrow(most: number) }
                case (.equal, .constant(let value)):
                    guard let number = value.coordinate else { return }
                    bounds[name, default: Bounds()].narrow(least: number)
                    bounds[name, default: Bounds()].narrow(most: number)
                case (.between, .constant(.list(let values))) where values.count == 2:
                    readRange(name, values[0], values[1])
                case (.between, .aggregate(let forms)) where forms.count == 2:
                    if case (.constant(let least), .constant(let most)) = (forms[0], forms[1]) { readRange(name, least, most) }
                default: break
                }
            default: break
            }
        }
        func readRange(_ name: String, _ least: Value, _ most: Value) {
            guard let least = least.coordinate, let most = most.coordinate else { return }
            bounds[name, default: Bounds()].narrow(least: least)
            bounds[name, default: Bounds()].narrow(most: most)
        }
        read(predicate)
        return bounds
    }
}

extension Value {
    /// The coordinate of the value in an R-tree; nil if it is neither a number nor a date.
    fileprivate var coordinate: Double? {
        switch self {
        case .int(let int): Double(int)
        case .double(let double) where !double.isNaN: double
        case .date(let date): date.timeIntervalSinceReferenceDate
        default: nil
        }
    }
}
