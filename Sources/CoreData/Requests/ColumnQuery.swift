internal import Foundation
internal import StrataPredicates

/// A fetch of dictionaries: its columns, computed for each row or for each group of rows.
struct ColumnQuery {
    /// One entry of each dictionary.
    struct Column {
        /// The key in the dictionary.
        let name: String
        let form: ExpressionForm
        /// The type that the value is converted to; undefined for no conversion.
        let type: NSAttributeType
        /// The coding of a transformable attribute's data.
        var coding: TransformableCoding?
        /// Whether the data may be in an external file.
        var isExternal = false
    }

    var rows: StoreQuery
    var columns: [Column]
    /// The grouping expressions; empty if each row makes a dictionary, or if all columns are
    /// aggregates and all rows together make one.
    let groups: [ExpressionForm]
    let having: PredicateForm?
    let isDistinct: Bool

    /// Creates a query with one dictionary for each row.
    init(rows: StoreQuery, columns: [Column]) {
        self.rows = rows
        self.columns = columns
        groups = []
        having = nil
        isDistinct = false
    }

    /// Creates a query for the columns that a request names; nil if it names none.
    ///
    /// Traps for a name that the entity does not have. Throws an `NSError` for an element that
    /// cannot be a column.
    init?<T>(_ request: NSFetchRequest<T>, _ rows: StoreQuery) throws {
        guard let properties = request.propertiesToFetch, !properties.isEmpty else {
            if request.returnsDistinctResults {
                throw NSError(
                    code: NSPersistentStoreOperationError,
                    "returnsDistinctResults needs columns to compare. Set propertiesToFetch, or leave returnsDistinctResults false."
                )
            }
            return nil
        }
        do {
            let columns = try properties.map { try Column($0, rows) }
            self.columns = columns
            groups = try (request.propertiesToGroupBy ?? []).map { try Column($0, rows).form }
            let ofColumns = request.havingPredicate?.form.mapExpressions { form in
                // The predicate may refer to a column of the request as a variable or as a key.
                guard case .keyPath(let names) = form, names.count == 1, rows.layout.slot(of: names[0]) == nil,
                    columns.contains(where: { $0.name == names[0] })
                else { return form }
                return .variable(names[0])
            }
            // After the columns, one of which may be named `entity`.
            having = ofColumns.map { rows.rewriter.rewritten($0.simplifiedToComparisons).withReferences }
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
        self.rows = rows
        isDistinct = request.returnsDistinctResults
    }
}

extension ColumnQuery.Column {
    /// - Parameter property: A name, a key path, or a property or expression description.
    fileprivate init(_ property: Any, _ rows: StoreQuery) throws {
        switch property {
        case let keyPath as String:
            try self.init(keyPath: keyPath, rows.layout)
        case let description as NSExpressionDescription:
            guard let expression = description.expression, !description.name.isEmpty else {
                throw InvalidPredicate(
                    "An NSExpressionDescription in propertiesToFetch or propertiesToGroupBy needs a name and an expression.")
            }
            let form = rows.rewriter.rewritten(expression.form.simplifiedToComparisons).withReferences
            self.init(name: description.name, form: form, type: description.expressionResultType)
            if case .keyPath(let names) = form, names.first?.hasPrefix("@") == false {
                let attribute = try rows.layout.path(names).attribute
                coding = attribute?.transformableCoding
                isExternal = attribute?.isExternal ?? false
            }
        case let description as NSPropertyDescription:
            try self.init(keyPath: description.name, rows.layout)
        default:
            throw InvalidPredicate(
                "propertiesToFetch and propertiesToGroupBy take names, property and expression descriptions, not \(property).")
        }
    }

    private init(keyPath: String, _ layout: EntityLayout) throws {
        let names = keyPath.split(separator: ".").map(String.init)
        let path = try layout.path(names)
        if case .objects = path.end, path.isToMany {
            throw InvalidPredicate(
                "Invalid to-many relationship '\(keyPath)' in propertiesToFetch: a dictionary has one value for a key. Use an "
                    + "NSExpressionDescription that counts or sums, or fetch objects.")
        }
        let attribute = path.attribute
        self.init(
            name: keyPath, form: .keyPath(names), type: attribute?.attributeType ?? .undefinedAttributeType,
            coding: attribute?.transformableCoding, isExternal: attribute?.isExternal ?? false)
    }
}

extension NSAttributeDescription {
    fileprivate var transformableCoding: TransformableCoding? { attributeType == .transformableAttributeType ? coding : nil }
}
