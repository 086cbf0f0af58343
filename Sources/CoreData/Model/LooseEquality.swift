internal import Foundation

// Equality of values of any type, which models contain, such as user info. Hashable values are
// compared with `==`, and dictionaries and arrays by their values. Other values are equal only if
// they are the same object.

func areEqual(_ left: [AnyHashable: Any], _ right: [AnyHashable: Any]) -> Bool {
    left.count == right.count && left.allSatisfy { key, value in right[key].map { areEqual(value, $0) } ?? false }
}

func areEqual(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
    // The default value of a composite attribute is a dictionary of any values.
    if let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] { return areEqual(left, right) }
    if let left = left as? [Any], let right = right as? [Any] {
        return left.count == right.count && zip(left, right).allSatisfy { areEqual($0 as Any, $1 as Any) }
    }
    return type(of: left) is AnyObject.Type && left as AnyObject === right as AnyObject
}
