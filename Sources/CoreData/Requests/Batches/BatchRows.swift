internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// A row source over an array of dictionaries.
final class DictionaryRows: BatchRowSource {
    private let layout: EntityLayout
    private var rest: IndexingIterator<[[String: Any]]>

    init(_ layout: EntityLayout, _ dictionaries: [[String: Any]]) {
        self.layout = layout
        rest = dictionaries.makeIterator()
    }

    func next(_ values: inout RowValues) throws -> Bool {
        guard let dictionary = rest.next() else { return false }
        values.replace(with: layout.defaults)
        for (key, value) in dictionary {
            let (slot, value) = try layout.batchValue(value, forKey: key)
            values[slot] = value
        }
        try layout.requireValues(in: values)
        return true
    }
}

/// A row source over a handler that writes each row into a dictionary.
final class HandledDictionaryRows: BatchRowSource {
    private let layout: EntityLayout
    private let handler: (NSMutableDictionary) -> Bool
    private let row: RowDictionary

    init(_ layout: EntityLayout, _ handler: @escaping (NSMutableDictionary) -> Bool) {
        self.layout = layout
        self.handler = handler
        row = RowDictionary(layout)
    }

    func next(_ values: inout RowValues) throws -> Bool {
        values.replace(with: layout.defaults)
        swap(&row.values, &values)
        row.clear()
        let isAtEnd = handler(row)
        swap(&row.values, &values)
        if let error = row.error { throw error }
        if isAtEnd { return false }
        try layout.requireValues(in: values)
        return true
    }
}

/// A row source over a handler that writes each row into an object, the same object for all rows.
final class HandledObjectRows: BatchRowSource {
    private let layout: EntityLayout
    private let handler: (NSManagedObject) -> Bool
    private let object: NSManagedObject

    init(_ layout: EntityLayout, _ handler: @escaping (NSManagedObject) -> Bool) {
        self.layout = layout
        self.handler = handler
        object = layout.managedObjectClass.init(entity: layout.entity, insertInto: nil)
    }

    func next(_ values: inout RowValues) throws -> Bool {
        values.replace(with: layout.defaults)
        object.swapValues(&values)
        let isAtEnd = handler(object)
        object.swapValues(&values)
        if isAtEnd { return false }
        try layout.requireValues(in: values)
        return true
    }
}

extension EntityLayout {
    /// Throws an NSValidationMissingMandatoryPropertyError if an attribute that is not optional has
    /// no value.
    fileprivate func requireValues(in values: RowValues) throws {
        for slot in requiredSlots where values.isNull(slot) {
            throw NSError(
                code: NSValidationMissingMandatoryPropertyError,
                """
                \(name).\(names[slot]) is not optional, but a row of the batch has no value for it, so nothing was inserted. Give it \
                a value in each row, or a default value in the model.
                """,
                [NSValidationKeyErrorKey: names[slot], NSValidationValueErrorKey: NSNull()]
            )
        }
    }
}

extension NSManagedObject {
    /// Exchanges the object's row with a buffer, without copying values.
    fileprivate final func swapValues(_ values: inout RowValues) {
        var own = row ?? Row(layout: layout, values: layout.defaults, version: 0)
        row = nil
        swap(&own.values, &values)
        row = own
    }
}

/// The dictionary that a batch handler fills in. Each value is written directly to its slot.
///
/// It reads as empty at the start of each row. Filling in Foundation's own dictionary would cost
/// more than the insertion itself.
final class RowDictionary: NSMutableDictionary {
    // These are accessed for each key of each row. No other code runs during an access, so
    // exclusivity checks would only cost time.
    @exclusivity(unchecked) fileprivate var values: RowValues
    @exclusivity(unchecked) private var isFilled: [Bool]
    @exclusivity(unchecked) private var keys = KeyOrder()
    /// The error for the first key or value that does not fit. The request fails with it.
    @exclusivity(unchecked) fileprivate var error: (any Error)?
    private let layout: EntityLayout

    init(_ layout: EntityLayout) {
        self.layout = layout
        values = layout.defaults
        isFilled = Array(repeating: false, count: layout.types.count)
        super.init(objects: nil, forKeys: nil, count: 0)
    }

    // Initializers that NSDictionary requires of its subclasses.
    required init() { Self.refuse() }
    required init(capacity numItems: Int) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }
    required init(objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count cnt: Int) { Self.refuse() }
    required convenience init(dictionaryLiteral elements: (Any, Any)...) { Self.refuse() }

    private static func refuse() -> Never {
        trap("Only a batch insertion can create a RowDictionary.")
    }

    /// Marks all keys as not set. The caller resets the values.
    fileprivate func clear() {
        for slot in isFilled.indices { isFilled[slot] = false }
        keys.position = 0
    }

    override func setObject(_ anObject: Any, forKey aKey: AnyHashable) {
        guard error == nil else { return }
        let key = aKey.base as? String ?? "\(aKey)"
        do {
            let (slot, value) = try keys.next(key, anObject, of: layout)
            values[slot] = value
            isFilled[slot] = true
        } catch {
            self.error = error
        }
    }

    override func removeObject(forKey aKey: Any) {
        guard let slot = layout.slot(of: Self.name(aKey)) else { return }
        values[slot] = layout.defaults[slot]
        isFilled[slot] = false
    }

    override func removeAllObjects() {
        for key in filledKeys { removeObject(forKey: key) }
    }

    override var count: Int { isFilled.count { $0 } }

    override func object(forKey aKey: Any) -> Any? {
        guard let slot = layout.slot(of: Self.name(aKey)), isFilled[slot] else { return nil }
        return layout.object(values[slot], at: slot)
    }

    override func keyEnumerator() -> NSEnumerator {
        NSArray(array: filledKeys).objectEnumerator()
    }

    private var filledKeys: [String] {
        layout.names.indices.filter { isFilled[$0] }.map { layout.names[$0] }
    }

    private static func name(_ key: Any) -> String {
        key as? String ?? "\(key)"
    }
}

/// The keys of the previous row, in the order in which the handler set them. The next row usually
/// has the same order, and it is cheaper to compare a key than to look it up.
private struct KeyOrder {
    private var keys: [(key: String, slot: Int)] = []
    /// The position of the next key in its row.
    var position = 0

    /// Returns the slot of the row's next key, and its value converted to the attribute's type.
    mutating func next(_ key: String, _ object: Any, of layout: EntityLayout) throws -> (slot: Int, value: Value) {
        defer { position += 1 }
        if position < keys.count, keys[position].key == key {
            let slot = keys[position].slot
            if let value = Value(exactly: object, as: layout.types[slot]) { return (slot, value) }
        }
        let (slot, value) = try layout.batchValue(object, forKey: key)
        if position < keys.count {
            keys[position] = (key, slot)
        } else if position == keys.count, position < layout.names.count {
            keys.append((key, slot))
        }
        return (slot, value)
    }
}
