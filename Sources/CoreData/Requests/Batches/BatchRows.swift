internal import Foundation
internal import Predicates
internal import Traps

/// Rows given as an array of dictionaries.
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
        return true
    }
}

/// Rows that a handler writes into a dictionary.
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
        return !isAtEnd
    }
}

/// Rows that a handler writes into an object, one object for all of them.
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
        return !isAtEnd
    }
}

extension NSManagedObject {
    /// Lends the object a row to write into: exchanging buffers copies nothing.
    fileprivate final func swapValues(_ values: inout RowValues) {
        var own = row ?? Row(layout: layout, values: layout.defaults, version: 0)
        row = nil
        swap(&own.values, &values)
        row = own
    }
}

extension EntityLayout {
    /// A value of a batch with its slot; what does not fit is an error and not a trap, since it is data and not code.
    func batchValue(_ any: Any?, forKey key: String) throws -> (slot: Int, value: Value) {
        guard let slot = slot(of: key), kinds[slot].isAttribute else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                """
                '\(name)' has no attribute '\(key)', so nothing was written. Leave the key out; a batch sets no relationships.
                """,
                [NSValidationKeyErrorKey: key]
            )
        }
        guard let value = value(any, at: slot) else {
            throw NSError(
                code: NSManagedObjectValidationError,
                """
                \(name).\(key) cannot hold \(any ?? "nil"), a \(any.map { "\(type(of: $0))" } ?? "nil"), so nothing was written. \
                Give it a value of type \(types[slot].displayName).
                """,
                [NSValidationKeyErrorKey: key, NSValidationValueErrorKey: any ?? NSNull()]
            )
        }
        return (slot, value)
    }
}

/// The dictionary a batch handler fills in: keys go straight to their slots.
///
/// It reads as empty at the start of each row. Foundation's own dictionary costs more than the insertion.
final class RowDictionary: NSMutableDictionary {
    // Used for each key of each row, and nothing here calls out meanwhile: checking for it would only cost time.
    @exclusivity(unchecked) fileprivate var values: RowValues
    @exclusivity(unchecked) private var isFilled: [Bool]
    @exclusivity(unchecked) private var keys = KeyOrder()
    /// The first key or value that does not fit; the request fails with it.
    @exclusivity(unchecked) fileprivate var error: (any Error)?
    private let layout: EntityLayout

    init(_ layout: EntityLayout) {
        self.layout = layout
        values = layout.defaults
        isFilled = Array(repeating: false, count: layout.types.count)
        super.init(objects: nil, forKeys: nil, count: 0)
    }

    // NSDictionary requires these of its subclasses.
    required init() { Self.refuse() }
    required init(capacity numItems: Int) { Self.refuse() }
    required init?(coder aDecoder: NSCoder) { Self.refuse() }
    required init(objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count cnt: Int) { Self.refuse() }
    required convenience init(dictionaryLiteral elements: (Any, Any)...) { Self.refuse() }

    private static func refuse() -> Never {
        trap("A RowDictionary belongs to an entity and is made by a batch insertion only.")
    }

    /// Forgets which keys were set; the values are the caller's to start over.
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

/// The keys of the last row in the order they came in. Those of the next mostly come in the same, and to compare one is cheaper than to look it up.
private struct KeyOrder {
    private var keys: [(key: String, slot: Int)] = []
    /// The place of the next key in its row.
    var position = 0

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
