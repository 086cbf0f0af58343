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
