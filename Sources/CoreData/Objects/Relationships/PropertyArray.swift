internal import Foundation
internal import StrataTraps

/// An array that reads and changes an ordered relationship, or an attribute whose value is an array;
/// see `mutableArrayValue(forKey:)`.
///
/// Foundation implements all other methods of an array with the ones below.
final class PropertyArray: NSMutableArray {
    private let owner: NSManagedObject
    private let key: String
    /// The members of an ordered relationship; nil for an attribute.
    private let members: NSMutableOrderedSet?

    init(_ owner: NSManagedObject, _ key: String, members: NSMutableOrderedSet?) {
        self.owner = owner
        self.key = key
        self.members = members
        super.init(capacity: 0)
    }

    // NSArray requires these initializers.
    override init(capacity numItems: Int) { Self.refuse() }
    required init(objects: UnsafePointer<AnyObject>?, count: Int) { Self.refuse() }
    required convenience init(arrayLiteral elements: Any...) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }

    private static func refuse() -> Never {
        trap("A property's array is created only by mutableArrayValue(forKey:).")
    }

    /// The attribute's array; empty for nil.
    private var values: [Any] {
        guard let value = owner.value(forKey: key) else { return [] }
        guard let values = value as? [Any] else {
            trap("The value of '\(key)' is a \(type(of: value)), and mutableArrayValue(forKey:) takes an array.")
        }
        return values
    }

    private func change(_ body: (inout [Any]) -> Void) {
        var values = values
        body(&values)
        owner.setValue(values, forKey: key)
    }

    override var count: Int { members?.count ?? values.count }

    override func object(at index: Int) -> Any { members?.object(at: index) ?? values[index] }

    override func insert(_ anObject: Any, at index: Int) {
        if let members { members.insert(anObject, at: index) } else { change { $0.insert(anObject, at: index) } }
    }

    override func removeObject(at index: Int) {
        if let members { members.removeObject(at: index) } else { change { $0.remove(at: index) } }
    }

    override func replaceObject(at index: Int, with anObject: Any) {
        if let members { members.replaceObject(at: index, with: anObject) } else { change { $0[index] = anObject } }
    }

    override func add(_ anObject: Any) {
        if let members { members.add(anObject) } else { change { $0.append(anObject) } }
    }

    override func replaceObjects(in range: NSRange, withObjectsFrom otherArray: [Any]) {
        let subrange = range.location..<range.location + range.length
        if members == nil { return change { $0.replaceSubrange(subrange, with: otherArray) } }
        var objects = (0..<count).map(object)
        objects.replaceSubrange(subrange, with: otherArray)
        owner.setValue(NSOrderedSet(array: objects), forKey: key)
    }

    // One change instead of one for each element.
    override func removeAllObjects() { replaceObjects(in: NSRange(location: 0, length: count), withObjectsFrom: []) }

    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        if let members {
            members.exchangeObject(at: idx1, withObjectAt: idx2)
        } else {
            change { $0.swapAt(idx1, idx2) }
        }
    }

    override func removeLastObject() { if count > 0 { removeObject(at: count - 1) } }
}
