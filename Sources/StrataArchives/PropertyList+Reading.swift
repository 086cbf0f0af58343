package import Foundation

extension PropertyList {
    /// Reads the binary form.
    ///
    /// - Throws: `CocoaError.propertyListReadCorrupt` for invalid data, which never causes a trap, and
    ///   for a list that is much larger when it is read; see `Reader.checkSize()`.
    package init(binary data: Data) throws {
        var reader = try Reader([UInt8](data))
        try reader.checkSize()
        self = try reader.value(reader.root)
    }

    private struct Reader {
        private let bytes: [UInt8]
        private let offsets: [Int]
        private let width: Int
        /// The values that were read, by the number of their object: what several containers refer to
        /// is in memory once.
        private var known: [PropertyList?]
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
            known = Array(repeating: nil, count: count)
        }

        /// The largest depth to which containers are nested.
        private static let deepest = 512

        /// Throws if the root is much larger than the file once every reference is followed.
        ///
        /// The objects of a binary list refer to each other by number, so several arrays may share one
        /// array. What visits a list has to follow each reference: 60 arrays of which each has the next
        /// one twice, in 500 bytes, become 2⁶⁰ arrays, and an array that contains itself has no end.
        ///
        /// Lists share strings and numbers. 64 times the size leaves room for these.
        func checkSize() throws {
            var sizes: [Int: (total: Int, height: Int)] = [:]
            _ = try size(root, depth: 0, &sizes)
        }

        /// The most values that the root may have.
        private var sizeLimit: Int { 64 * bytes.count + 65_536 }

        /// Returns the number of values in an object, in which 16 bytes of a string count as one, and
        /// the depth to which it is nested. Visits each object once.
        private func size(
            _ object: Int, depth: Int, _ sizes: inout [Int: (total: Int, height: Int)]
        ) throws -> (total: Int, height: Int) {
            if let known = sizes[object] {
                guard depth + known.height <= Self.deepest else { throw CocoaError(.propertyListReadCorrupt) }
                return known
            }
            guard depth <= Self.deepest, offsets.indices.contains(object), bytes.indices.contains(offsets[object]) else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            let start = offsets[object]
            let (kind, low) = (bytes[start] & 0xF0, Int(bytes[start] & 0x0F))
            var size = (total: 1, height: 0)
            switch kind {
            case 0x40, 0x50: size.total += try extent(start, low, 1).count / 16
            case 0x60, 0x70: size.total += try extent(start, low, kind == 0x60 ? 2 : 1).count / 8
            case 0xA0, 0xB0, 0xC0, 0xD0:
                let (count, first) = try extent(start, low, kind == 0xD0 ? 2 * width : width)
                for place in 0..<(kind == 0xD0 ? 2 * count : count) {
                    let member = try self.size(
                        Self.number(bytes, at: first + place * width, width), depth: depth + 1, &sizes)
                    size = (size.total + member.total, max(size.height, member.height + 1))
                    // Not only at the end: objects of many numbers may be one array in the file.
                    guard size.total <= sizeLimit else { throw CocoaError(.propertyListReadCorrupt) }
                }
            default: break
            }
            sizes[object] = size
            return size
        }

        /// Returns the value of an object. `checkSize()` has limited the depth of the recursion.
        mutating func value(_ object: Int) throws -> PropertyList {
            guard offsets.indices.contains(object), bytes.indices.contains(offsets[object]) else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            if let known = known[object] { return known }
            let value = try newValue(object)
            known[object] = value
            return value
        }

        private mutating func newValue(_ object: Int) throws -> PropertyList {
            let start = offsets[object]
            let (kind, low) = (bytes[start] & 0xF0, Int(bytes[start] & 0x0F))
            switch kind {
            case 0x00 where low == 8 || low == 9: return .bool(low == 9)
            case 0x10 where low <= 3:
                return .int(Int64(bitPattern: try Self.bits(bytes, at: start + 1, 1 << low)))
            case 0x10 where low == 4:
                let high = Int64(bitPattern: try Self.bits(bytes, at: start + 1, 8))
                let low = try Self.bits(bytes, at: start + 9, 8)
                guard high == 0 || (high == -1 && low > Int64.max) else { throw CocoaError(.propertyListReadCorrupt) }
                return high == 0 && low > Int64.max ? .unsigned(low) : .int(Int64(bitPattern: low))
            case 0x30 where low == 3:
                let seconds = Double(bitPattern: try Self.bits(bytes, at: start + 1, 8))
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
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
                var elements: [PropertyList] = []
                elements.reserveCapacity(count)
                for place in 0..<count { elements.append(try member(first, place)) }
                return .array(elements)
            case 0xD0:
                let (count, first) = try extent(start, low, 2 * width)
                var entries: [String: PropertyList] = [:]
                for place in 0..<count {
                    guard let key = try member(first, place).string else { throw CocoaError(.propertyListReadCorrupt) }
                    if entries[key] == nil { entries[key] = try member(first, count + place) }
                }
                return .dictionary(entries)
            default: throw CocoaError(.propertyListReadCorrupt)
            }
        }

        private mutating func member(_ first: Int, _ place: Int) throws -> PropertyList {
            try value(Self.number(bytes, at: first + place * width, width))
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
