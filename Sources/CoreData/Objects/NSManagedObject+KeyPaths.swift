internal import Foundation

extension NSManagedObject {
    /// The value at the end of a path such as `category.name`. Through a to-many relationship it is the values of all members;
    /// `@count` and the other collection operators stand before what they are taken of: `items.@sum.price`.
    public final func value(forKeyPath keyPath: String) -> Any? {
        Self.value(of: self, keyPath.split(separator: ".")[...])
    }

    /// Sets the value at the end of a path; nothing happens where a relationship on the way refers to nothing.
    public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
        let keys = keyPath.split(separator: ".")
        guard let last = keys.last else { preconditionFailure("The key path is empty.") }
        guard keys.count > 1 else { return setValue(value, forKey: keyPath) }
        guard let target = Self.value(of: self, keys.dropLast()) else { return }
        guard let object = target as? NSManagedObject else {
            preconditionFailure(
                "The key path '\(keyPath)' leads through '\(keys[keys.count - 2])', which refers to no single object.")
        }
        object.setValue(value, forKey: String(last))
    }

    private class func value(of any: Any, _ keys: ArraySlice<Substring>) -> Any? {
        guard let key = keys.first else { return any }
        let rest = keys.dropFirst()
        if let members = elements(of: any) {
            if key.hasPrefix("@") { return result(of: key, members, rest) }
            return NSArray(array: members.compactMap { value(of: $0, keys) })
        }
        guard let object = any as? NSManagedObject else {
            preconditionFailure(
                "A key path asks a \(type(of: any)) for '\(key)'; only managed objects and collections of them have values.")
        }
        return object.value(forKey: String(key)).flatMap { value(of: $0, rest) }
    }

    private class func elements(of any: Any) -> [Any]? {
        switch any {
        case let set as NSSet: set.allObjects
        case let ordered as NSOrderedSet: ordered.array
        case let array as NSArray: Array(array)
        default: nil
        }
    }

    private class func result(of operation: Substring, _ members: [Any], _ path: ArraySlice<Substring>) -> Any? {
        if operation == "@count" { return NSNumber(value: members.count) }
        let values = members.compactMap { value(of: $0, path) }
        switch operation {
        case "@unionOfObjects": return NSArray(array: values)
        case "@distinctUnionOfObjects": return NSArray(array: NSOrderedSet(array: values).array)
        case "@sum": return sum(values)
        case "@avg": return values.isEmpty ? NSNumber(value: 0) : sum(values).dividing(by: NSDecimalNumber(value: values.count))
        case "@min": return extreme(values, .orderedAscending)
        case "@max": return extreme(values, .orderedDescending)
        default:
            preconditionFailure(
                "'\(operation)' is no collection operator. There are @count, @sum, @avg, @min, @max and the unions of objects.")
        }
    }

    /// In decimal arithmetic, as Foundation adds up.
    private class func sum(_ values: [Any]) -> NSDecimalNumber {
        values.reduce(.zero) { sum, value in
            guard let number = value as? NSNumber else {
                preconditionFailure("A \(type(of: value)) cannot be added up; @sum and @avg take numbers.")
            }
            return sum.adding(NSDecimalNumber(decimal: number.decimalValue))
        }
    }

    private class func extreme(_ values: [Any], _ wanted: ComparisonResult) -> Any? {
        values.reduce(nil as Any?) { best, value in
            guard let best else { return value }
            return compare(value, best) == wanted ? value : best
        }
    }

    private class func compare(_ a: Any, _ b: Any) -> ComparisonResult {
        switch (a, b) {
        case (let a as NSNumber, let b as NSNumber): a.compare(b)
        case (let a as String, let b as String): a.compare(b)
        case (let a as Date, let b as Date): a.compare(b)
        default:
            preconditionFailure(
                "A \(type(of: a)) and a \(type(of: b)) cannot be compared; @min and @max take numbers, texts and dates.")
        }
    }
}
