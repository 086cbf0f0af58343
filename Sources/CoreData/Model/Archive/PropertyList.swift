internal import Foundation

/// A value of a binary property list. Unlike Foundation's `PropertyListSerialization`, it gives
/// access to the references in keyed archives.
enum PropertyList: Equatable {
    case bool(Bool)
    case int(Int64)
    case real(Double)
    case string(String)
    case data(Data)
    case array([PropertyList])
    case dictionary([String: PropertyList])
    /// A reference to an object of a keyed archive, by its index.
    case reference(Int)

    // MARK: Content

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    var int: Int? {
        if case .int(let int) = self { Int(int) } else { nil }
    }

    var bool: Bool {
        if case .bool(let bool) = self { bool } else { false }
    }

    var array: [PropertyList]? {
        if case .array(let array) = self { array } else { nil }
    }

    var dictionary: [String: PropertyList]? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    var reference: Int? {
        if case .reference(let reference) = self { reference } else { nil }
    }
}

// MARK: Writing

extension PropertyList {
    /// The property list in binary form: the objects, a table of their offsets, and a trailer.
    var binary: Data {
        var writer = Writer()
        let root = writer.add(self)
        return writer.finish(root: root)
    }

    private struct Writer {
        /// The bytes of each object, and the indexes of its members. The indexes are written last,
        /// because their width depends on the total number of objects.
        private var objects: [(head: [UInt8], members: [Int])] = []

        mutating func add(_ value: PropertyList) -> Int {
            let place = objects.count
            objects.append(([], []))
            switch value {
            case .bool(let bool): objects[place].head = [bool ? 0x09 : 0x08]
            case .int(let int): objects[place].head = Self.bytes(of: int)
            case .real(let double): objects[place].head = [0x23] + Self.bigEndian(double.bitPattern, 8)
            case .string(let string):
                let isASCII = string.utf8.allSatisfy { $0 < 0x80 }
                let units = isASCII ? string.utf8.map { UInt16($0) } : Array(string.utf16)
                objects[place].head =
                    Self.head(isASCII ? 0x50 : 0x60, units.count)
                    + (isASCII ? units.map { UInt8($0) } : units.flatMap { Self.bigEndian(UInt64($0), 2) })
            case .data(let data): objects[place].head = Self.head(0x40, data.count) + data
            case .array(let elements):
                objects[place].head = Self.head(0xA0, elements.count)
                for element in elements { objects[place].members.append(add(element)) }
            case .dictionary(let entries):
                let sorted = entries.sorted { $0.key < $1.key }
                objects[place].head = Self.head(0xD0, sorted.count)
                for (key, _) in sorted { objects[place].members.append(add(.string(key))) }
                for (_, value) in sorted { objects[place].members.append(add(value)) }
            case .reference(let reference):
                let bytes = Self.bigEndian(UInt64(reference), reference < 0x100 ? 1 : reference < 0x1_0000 ? 2 : 4)
                objects[place].head = [0x80 | UInt8(bytes.count - 1)] + bytes
            }
            return place
        }

        func finish(root: Int) -> Data {
            let width = objects.count < 0x100 ? 1 : objects.count < 0x1_0000 ? 2 : 4
            var data = Data("bplist00".utf8)
            var offsets: [Int] = []
            for object in objects {
                offsets.append(data.count)
                data.append(contentsOf: object.head)
                for member in object.members { data.append(contentsOf: Self.bigEndian(UInt64(member), width)) }
            }
            let table = data.count
            for offset in offsets { data.append(contentsOf: Self.bigEndian(UInt64(offset), 4)) }
            data.append(contentsOf: [0, 0, 0, 0, 0, 0, 4, UInt8(width)])
            for number in [objects.count, root, table] { data.append(contentsOf: Self.bigEndian(UInt64(number), 8)) }
            return data
        }

        private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind | UInt8(count)] : [kind | 15] + bytes(of: Int64(count))
        }

        private static func bytes(of int: Int64) -> [UInt8] {
            // A negative number always takes eight bytes.
            switch int {
            case 0..<0x100: [0x10] + bigEndian(UInt64(int), 1)
            case 0..<0x1_0000: [0x11] + bigEndian(UInt64(int), 2)
            case 0..<0x1_0000_0000: [0x12] + bigEndian(UInt64(int), 4)
            default: [0x13] + bigEndian(UInt64(bitPattern: int), 8)
            }
        }

        private static func bigEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
    }
}

// MARK: Reading

extension PropertyList {
    /// Reads the binary form.
    ///
    /// - Throws: `CocoaError.propertyListReadCorrupt` for invalid data, which never causes a trap.
    init(binary data: Data) throws {
        let reader = try Reader([UInt8](data))
        self = try reader.value(reader.root, depth: 0)
    }

    private struct Reader {
        private let bytes: [UInt8]
        private let offsets: [Int]
        private let width: Int
        let root: Int

        init(_ bytes: [UInt8]) throws {
            self.bytes = bytes
            guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else { throw CocoaError(.propertyListReadCorrupt) }
            let trailer = bytes.count - 32
            let offsetWidth = Int(bytes[trailer + 6])
            width = Int(bytes[trailer + 7])
            let count = try Self.number(bytes, at: trailer + 8, 8)
            root = try Self.number(bytes, at: trailer + 16, 8)
            let table = try Self.number(bytes, at: trailer + 24, 8)
            guard (1...8).contains(offsetWidth), (1...8).contains(width), count <= bytes.count, table <= bytes.count else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            offsets = try (0..<count).map { try Self.number(bytes, at: table + $0 * offsetWidth, offsetWidth) }
        }

        func value(_ object: Int, depth: Int) throws -> PropertyList {
            guard depth < 100, offsets.indices.contains(object), bytes.indices.contains(offsets[object]) else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            let start = offsets[object]
            let (kind, low) = (bytes[start] & 0xF0, Int(bytes[start] & 0x0F))
            switch kind {
            case 0x00 where low == 8 || low == 9: return .bool(low == 9)
            case 0x10 where low <= 3:
                return .int(Int64(bitPattern: try Self.bits(bytes, at: start + 1, 1 << low)))
            case 0x20 where low == 3:
                return .real(Double(bitPattern: try Self.bits(bytes, at: start + 1, 8)))
            case 0x20 where low == 2:
                return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try Self.bits(bytes, at: start + 1, 4)))))
            case 0x40:
                let (count, first) = try extent(start, low, 1)
                return .data(Data(bytes[first..<first + count]))
            case 0x50:
                let (count, first) = try extent(start, low, 1)
                return .string(String(decoding: bytes[first..<first + count], as: UTF8.self))
            case 0x60:
                let (count, first) = try extent(start, low, 2)
                let units = (0..<count).map { UInt16(bytes[first + 2 * $0]) << 8 | UInt16(bytes[first + 2 * $0 + 1]) }
                return .string(String(decoding: units, as: UTF16.self))
            case 0x80 where low <= 7: return .reference(try Self.number(bytes, at: start + 1, low + 1))
            case 0xA0, 0xC0:
                let (count, first) = try extent(start, low, width)
                return .array(try (0..<count).map { try member(first, $0, depth) })
            case 0xD0:
                let (count, first) = try extent(start, low, 2 * width)
                let entries = try (0..<count).map { place -> (String, PropertyList) in
                    guard let key = try member(first, place, depth).string else { throw CocoaError(.propertyListReadCorrupt) }
                    return (key, try member(first, count + place, depth))
                }
                return .dictionary(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
            default: throw CocoaError(.propertyListReadCorrupt)
            }
        }

        private func member(_ first: Int, _ place: Int, _ depth: Int) throws -> PropertyList {
            try value(Self.number(bytes, at: first + place * width, width), depth: depth + 1)
        }

        /// Returns an object's element count and the offset of the first element, after checking
        /// that all elements are within the file.
        private func extent(_ start: Int, _ low: Int, _ size: Int) throws -> (count: Int, first: Int) {
            var (count, first) = (low, start + 1)
            if low == 15 {
                guard first < bytes.count, bytes[first] & 0xF0 == 0x10, bytes[first] & 0x0F <= 3 else {
                    throw CocoaError(.propertyListReadCorrupt)
                }
                let length = 1 << Int(bytes[first] & 0x0F)
                count = try Self.number(bytes, at: first + 1, length)
                first += 1 + length
            }
            guard count <= (bytes.count - first) / size else { throw CocoaError(.propertyListReadCorrupt) }
            return (count, first)
        }

        private static func number(_ bytes: [UInt8], at place: Int, _ count: Int) throws -> Int {
            // Rejects numbers that exceed the size of any file, so that the sum of two of them
            // cannot overflow.
            guard let number = Int(exactly: try bits(bytes, at: place, count)), number < Int.max / 16 else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            return number
        }

        private static func bits(_ bytes: [UInt8], at place: Int, _ count: Int) throws -> UInt64 {
            guard place >= 0, count > 0, count <= 8, place <= bytes.count - count else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            return bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
