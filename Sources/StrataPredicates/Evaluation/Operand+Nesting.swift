internal import Foundation

// A key path through two to-many relationships gives a collection of collections. A store's SQL
// joins the two and has one collection of all elements, so memory searches and filters these, too.
// An array of arrays that an object has is different: its elements are arrays.
extension Operand {
    /// The elements, with those of nested collections in place of these; nil for a single value.
    var innerElements: [Operand]? {
        guard case .collection(let elements) = self, elements.contains(where: \.isCollection) else {
            return self.elements
        }
        return elements.flatMap { element in element.isCollection ? element.innerElements ?? [] : [element] }
    }

    /// The value in which IN or CONTAINS looks for an element: that of a collection of collections
    /// has the nested collections and their elements.
    var searchedValue: Value {
        get throws {
            guard case .collection(let elements) = self else { return try value }
            let nested = elements.filter(\.isCollection)
            if nested.isEmpty { return try value }
            return .list(try (nested + (innerElements ?? [])).map { try $0.value })
        }
    }

    private var isCollection: Bool {
        switch self {
        case .collection: true
        // Relationships give sets, and arrays are values.
        case .object(let object): object is any ElementSequence && !(object is NSArray) && !(object is [Any])
        case .value, .readable: false
        }
    }
}

extension ExpressionForm {
    /// Whether the value may be a collection of collections to which relationships lead. Those in a
    /// list that a format writes are its elements.
    var mayLeadToCollections: Bool {
        switch self {
        case .constant, .aggregate: false
        default: true
        }
    }
}
