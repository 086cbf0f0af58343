internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// The values of a row, by slot: one allocation, shared until it is written (copy-on-write).
///
///     | null bits | word   | word   | Value            | word   |
///     |           | slot 0 | slot 1 | slot 2           | slot 3 |
///
/// Integers, floating-point numbers, dates and Boolean values take one word of eight bytes; all
/// other values are kept as a `Value`. `RowShape` has the position and packing of each slot. Each
/// slot has a bit at the beginning, which marks null in a packed slot.
///
/// An array of `Value` would take three words for each number, and its release would visit each
/// value.
// Safe to share: shared storage is never written; a write makes it unique first.
struct RowValues: @unchecked Sendable {
    fileprivate struct Header {
        unowned(unsafe) let shape: RowShape
    }

    private final class Storage: ManagedBuffer<Header, UInt64> {
        deinit {
            withUnsafeMutablePointerToHeader { header in
                for slot in header.pointee.shape.whole { Slots(header).whole(slot).deinitialize(count: 1) }
            }
        }
    }

    private var storage: Storage

    /// Creates values with a closure that initializes every slot, by `initialize` or one of its
    /// variants.
    init(_ shape: RowShape, fill: (Slots) -> Void) {
        let made = Storage.create(minimumCapacity: shape.words) { _ in Header(shape: shape) }
        storage = unsafeDowncast(made, to: Storage.self)
        let slots = slots
        for word in 0..<shape.nullWords { slots.words[word] = 0 }
        fill(slots)
    }

    init(_ shape: RowShape, _ values: [Value]) {
        // A value for each slot.
        precondition(values.count == shape.count)
        self.init(shape) { slots in
            for slot in values.indices { slots.initialize(slot, to: values[slot]) }
        }
    }

    /// Creates values with null in every slot.
    init(_ shape: RowShape) {
        self.init(shape) { slots in
            for slot in 0..<shape.count { slots.initialize(slot, to: .null) }
        }
    }

    var indices: Range<Int> { 0..<storage.header.shape.count }

    subscript(slot: Int) -> Value {
        @inline(__always) get {
            withExtendedLifetime(storage) { slots[slot] }
        }
        set {
            makeUnique()
            withExtendedLifetime(storage) { slots.assign(newValue, to: slot) }
        }
    }

    /// Returns whether a slot holds null.
    @inline(__always)
    func isNull(_ slot: Int) -> Bool {
        withExtendedLifetime(storage) {
            if slots.isNull(slot) { return true }
            guard slots.packing(slot) == .whole else { return false }
            return slots.whole(slot).pointee.isNull
        }
    }

    /// Replaces the values with those of a row of the same shape, in place. A batch insert uses one
    /// buffer for all of its rows, which saves an allocation for each row.
    mutating func replace(with other: RowValues) {
        makeUnique()
        withExtendedLifetime((storage, other)) {
            slots.assign(other.slots)
        }
    }

    /// Returns the slots whose values differ. O(1) if both share a buffer.
    func differences(from other: RowValues) -> [Int] {
        storage === other.storage ? [] : indices.filter { self[$0] != other[$0] }
    }

    /// The slots in memory. Read-only, and valid while these values exist and do not change.
    @inline(__always)
    var slots: Slots {
        storage.withUnsafeMutablePointerToHeader { Slots($0) }
    }

    private mutating func makeUnique() {
        if isKnownUniquelyReferenced(&storage) { return }
        let old = self
        self = RowValues(storage.header.shape) { slots in slots.initialize(old.slots) }
    }
}

extension RowValues: Equatable {
    static func == (a: Self, b: Self) -> Bool {
        a.storage === b.storage || (a.indices == b.indices && a.indices.allSatisfy { a[$0] == b[$0] })
    }
}

extension RowValues {
    /// The slots of one row in memory: one address, since each object has one of these.
    struct Slots {
        private let header: UnsafeMutablePointer<Header>

        @inline(__always)
        fileprivate init(_ header: UnsafeMutablePointer<Header>) {
            self.header = header
        }

        /// The words of the row, which follow the header, since both have the size and alignment of a
        /// word.
        @inline(__always)
        fileprivate var words: UnsafeMutablePointer<UInt64> {
            UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: UInt64.self)
        }

        @inline(__always)
        private var shape: RowShape { header.pointee.shape }

        @inline(__always)
        fileprivate func packing(_ slot: Int) -> RowShape.Packing { shape.places[slot].packing }

        @inline(__always)
        fileprivate func word(_ slot: Int) -> UInt64 { words[Int(shape.places[slot].word)] }

        @inline(__always)
        fileprivate func isNull(_ slot: Int) -> Bool {
            // A slot out of range would access other memory.
            precondition(UInt(bitPattern: slot) < UInt(bitPattern: shape.count))
            return words[slot >> 6] & (1 << UInt64(slot & 63)) != 0
        }

        /// The memory of a slot that holds a `Value`.
        @inline(__always)
        fileprivate func whole(_ slot: Int) -> UnsafeMutablePointer<Value> {
            UnsafeMutableRawPointer(words + Int(shape.places[slot].word)).assumingMemoryBound(to: Value.self)
        }

        /// Returns the value of a packed slot as a Swift type; `nil` for null, and for a packing of
        /// another type.
        @inline(__always)
        func packed<T: SlotValue>(_ slot: Int, as type: T.Type) -> T? {
            isNull(slot) ? nil : T(packed: word(slot), packing(slot))
        }

        @inline(__always)
        subscript(slot: Int) -> Value {
            if isNull(slot) { return .null }
            switch packing(slot) {
            case .int: return .int(Int64(bitPattern: word(slot)))
            case .double: return .double(Double(bitPattern: word(slot)))
            case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: word(slot))))
            case .bool: return .bool(word(slot) != 0)
            case .whole: return whole(slot).pointee
            }
        }

        /// Initializes a packed slot of a new row.
        @inline(__always)
        func initialize(_ slot: Int, packed word: UInt64) {
            words[Int(shape.places[slot].word)] = word
        }

        /// Initializes a packed slot of a new row with null.
        @inline(__always)
        func initializeNull(_ slot: Int) {
            initialize(slot, packed: 0)
            words[slot >> 6] |= 1 << UInt64(slot & 63)
        }

        /// Initializes a slot of a new row.
        func initialize(_ slot: Int, to value: Value) {
            if packing(slot) == .whole {
                whole(slot).initialize(to: value)
            } else {
                assignPacked(value, to: slot)
            }
        }

        /// Initializes a new row as a copy of another of the same shape.
        fileprivate func initialize(_ other: Slots) {
            words.update(from: other.words, count: shape.words)
            for slot in shape.whole { whole(slot).initialize(to: other.whole(slot).pointee) }
        }

        /// Copies the values of another row of the same shape.
        fileprivate func assign(_ other: Slots) {
            words.update(from: other.words, count: shape.nullWords)
            for slot in 0..<shape.count {
                if packing(slot) == .whole {
                    whole(slot).pointee = other.whole(slot).pointee
                } else {
                    words[Int(shape.places[slot].word)] = other.word(slot)
                }
            }
        }

        fileprivate func assign(_ value: Value, to slot: Int) {
            // A slot out of range would write to other memory.
            precondition(UInt(bitPattern: slot) < UInt(bitPattern: shape.count))
            if packing(slot) == .whole {
                whole(slot).pointee = value
            } else {
                assignPacked(value, to: slot)
            }
        }

        private func assignPacked(_ value: Value, to slot: Int) {
            switch (value, packing(slot)) {
            case (.int(let int), .int): initialize(slot, packed: UInt64(bitPattern: int))
            case (.double(let double), .double): initialize(slot, packed: double.bitPattern)
            case (.date(let date), .date): initialize(slot, packed: date.timeIntervalSinceReferenceDate.bitPattern)
            case (.bool(let bool), .bool): initialize(slot, packed: bool ? 1 : 0)
            case (.null, _): return initializeNull(slot)
            default: trap("Slot \(slot) of a row is packed as \(packing(slot)) and cannot hold \(value).")
            }
            words[slot >> 6] &= ~(1 << UInt64(slot & 63))
        }
    }
}
