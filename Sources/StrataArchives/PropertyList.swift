package import Foundation

/// A value of a binary property list. Unlike Foundation's `PropertyListSerialization`, it gives
/// access to the references in keyed archives.
package enum PropertyList: Equatable, Sendable {
    case bool(Bool)
    case int(Int64)
    /// An integer that is larger than `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    case date(Date)
    case string(String)
    case data(Data)
    case array([PropertyList])
    case dictionary([String: PropertyList])
    /// A reference to an object of a keyed archive, by its index.
    case reference(Int)

    // MARK: Content

    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    package var int: Int? {
        if case .int(let int) = self { Int(int) } else { nil }
    }

    package var bool: Bool {
        if case .bool(let bool) = self { bool } else { false }
    }

    package var data: Data? {
        if case .data(let data) = self { data } else { nil }
    }

    package var array: [PropertyList]? {
        if case .array(let array) = self { array } else { nil }
    }

    package var dictionary: [String: PropertyList]? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    package var reference: Int? {
        if case .reference(let reference) = self { reference } else { nil }
    }
}

// MARK: Writing

extension PropertyList {
    /// The property list in binary form: the objects, a table of their offsets, and a trailer.
    package var binary: Data {
        var writer = Writer()
        let root = writer.add(self)
        return writer.finish(root: root)
    }

    private struct Writer {
        /// The bytes of each object, and the indexes of its members. The indexes are written last,
        /// because their width depends on the total number of objects.
        private var objects: [(head: [UInt8], members: [Int])] = []
        /// The indexes of strings. An archive has the same keys in many objects.
        private var strings: [String: Int] = [:]

        mutating func add(_ value: PropertyList) -> Int {
            let place = objects.count
            if case .string(let string) = value {
                // Not by the string itself, which is equal to another one of the same characters.
                let head = Self.bytes(of: string)
                if let known = strings[string], objects[known].head == head { return known }
                strings[string] = place
                objects.append((head, []))
                return place
            }
            objects.append(([], []))
            switch value {
            case .bool(let bool): objects[place].head = [bool ? 0x09 : 0x08]
            case .int(let int): objects[place].head = Self.bytes(of: int)
            case .real(let double): objects[place].head = [0x23] + Self.bigEndian(double.bitPattern, 8)
            case .unsigned(let int): objects[place].head = [0x14] + Self.bigEndian(0, 8) + Self.bigEndian(int, 8)
            case .date(let date):
                objects[place].head = [0x33] + Self.bigEndian(date.timeIntervalSinceReferenceDate.bitPattern, 8)
            case .string: break
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
            var bytes = Array("bplist00".utf8)
            var offsets: [Int] = []
            for object in objects {
                offsets.append(bytes.count)
                bytes += object.head
                for member in object.members { Self.append(UInt64(member), width, to: &bytes) }
            }
            let table = bytes.count
            let offsetWidth = table <= Int(UInt32.max) ? 4 : 8
            for offset in offsets { Self.append(UInt64(offset), offsetWidth, to: &bytes) }
            bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(width)]
            for number in [objects.count, root, table] { Self.append(UInt64(number), 8, to: &bytes) }
            return Data(bytes)
        }

        private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind | UInt8(count)] : [kind | 15] + bytes(of: Int64(count))
        }

        private static func bytes(of string: String) -> [UInt8] {
            let isASCII = string.utf8.allSatisfy { $0 < 0x80 }
            return isASCII
                ? head(0x50, string.utf8.count) + Array(string.utf8)
                : head(0x60, string.utf16.count) + string.utf16.flatMap { bigEndian(UInt64($0), 2) }
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
            var bytes: [UInt8] = []
            append(number, count, to: &bytes)
            return bytes
        }

        /// Appends the last bytes of a number, the highest first.
        private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
            var shift = 8 * count
            while shift > 0 {
                shift -= 8
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
    }
}
