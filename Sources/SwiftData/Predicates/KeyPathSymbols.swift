internal import Foundation
internal import Synchronization

/// The names of computed properties in key paths, for the sentences of errors.
///
/// A key path has no names. Its description shows the address of a computed property's getter, and
/// the symbol table of the program or library that contains it has a symbol for the getter with the
/// name of the property. A program that was stripped has no such table, and neither does one whose
/// file was replaced: the description stays as it is.
enum KeyPathSymbols {
    private static let known = Mutex<[UInt: String?]>([:])

    /// Returns a key path as it is written in source code, as far as names are known.
    static func description(of keyPath: AnyKeyPath) -> String {
        var result = ""
        var rest = "\(keyPath)"[...]
        let start = "<computed 0x"
        while let range = rest.range(of: start) {
            result += rest[..<range.lowerBound]
            let digits = rest[range.upperBound...].prefix(while: \.isHexDigit)
            let end = rest[range.upperBound...].firstIndex(of: ">").map { rest.index(after: $0) } ?? rest.endIndex
            if let address = UInt(digits, radix: 16), let name = name(at: address) {
                result += name
            } else {
                result += rest[range.lowerBound..<end]
            }
            rest = rest[end...]
        }
        return result + rest
    }

    private static func name(at address: UInt) -> String? {
        if let name = known.withLock({ $0[address] }) { return name }
        let name = MappedFile(containing: address)?.symbol(at: address).flatMap(demangled).flatMap(propertyName)
        known.withLock { $0[address] = .some(name) }
        return name
    }

    /// Returns the name of the property whose getter has a demangled name, such as "key path getter
    /// for App.Trip.title : Swift.String : App.Trip".
    private static func propertyName(_ demangled: String) -> String? {
        var name = demangled[..<(demangled.range(of: " : ")?.lowerBound ?? demangled.endIndex)]
        if name.hasSuffix(".getter") { name = name.dropLast(".getter".count) }
        let last = name.split(whereSeparator: { $0 == "." || $0 == " " }).last.map(String.init)
        guard let last, last.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
        return last
    }

    private static func demangled(_ symbol: String) -> String? {
        guard let text = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

@_silgen_name("swift_demangle")
private func demangle(
    _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
    _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// A program or library of this process, as a file in the format ELF.
private struct MappedFile {
    private let bytes: Data
    /// The distance from an offset in the file to the address in memory.
    private let distance: UInt

    /// Finds the file that is mapped at an address; nil if there is none that can be read.
    init?(containing address: UInt) {
        // Ignored: without the file there is no name.
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return nil }
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let bounds = fields.first?.split(separator: "-") ?? []
            guard fields.count == 6, bounds.count == 2, let lower = UInt(bounds[0], radix: 16),
                let upper = UInt(bounds[1], radix: 16), lower <= address, address < upper,
                let offset = UInt(fields[2], radix: 16),
                // Ignored: as above.
                let bytes = try? Data(
                    contentsOf: URL(filePath: fields[5].trimmingCharacters(in: .whitespaces)), options: .alwaysMapped)
            else { continue }
            self.bytes = bytes
            distance = lower &- offset
            return
        }
        return nil
    }

    /// Returns the name of the function that contains an address in memory; nil if the file has no
    /// symbol for it.
    func symbol(at address: UInt) -> String? {
        bytes.withUnsafeBytes { ELFImage(bytes: $0).symbol(atOffset: address &- distance) }
    }
}

/// The parts of a 64-bit ELF file that lead to its symbols. A damaged file has none.
private struct ELFImage {
    let bytes: UnsafeRawBufferPointer

    /// Returns the name of the function whose code contains an offset in the file.
    func symbol(atOffset offset: UInt) -> String? {
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let address = linkedAddress(offset),
            let start = number(40, UInt64.self), let size = number(58, UInt16.self), let count = number(60, UInt16.self)
        else { return nil }
        for index in 0..<count {
            let section = start &+ index &* size
            // The symbols of the program (2), or those that a library offers (11).
            guard let type = number(section &+ 4, UInt32.self), type == 2 || type == 11,
                let table = number(section &+ 24, UInt64.self), let length = number(section &+ 32, UInt64.self),
                let link = number(section &+ 40, UInt32.self),
                let names = number(start &+ link &* size &+ 24, UInt64.self),
                let name = name(of: address, table, length), let text = text(names &+ name)
            else { continue }
            return text
        }
        return nil
    }

    /// Returns the offset of a symbol's name among the names of a table of symbols.
    private func name(of address: UInt, _ table: UInt, _ length: UInt) -> UInt? {
        var symbol = table
        while symbol < table &+ length, let value = number(symbol &+ 8, UInt64.self), let size = number(symbol &+ 16, UInt64.self)
        {
            if value <= address, address < value &+ size { return number(symbol, UInt32.self) }
            symbol += 24
        }
        return nil
    }

    /// Returns the address that the linker gave to an offset in the file.
    private func linkedAddress(_ offset: UInt) -> UInt? {
        guard let start = number(32, UInt64.self), let size = number(54, UInt16.self), let count = number(56, UInt16.self)
        else { return nil }
        for index in 0..<count {
            let segment = start &+ index &* size
            guard number(segment, UInt32.self) == 1, let first = number(segment &+ 8, UInt64.self),
                let address = number(segment &+ 16, UInt64.self), let length = number(segment &+ 32, UInt64.self),
                first <= offset, offset &- first < length
            else { continue }
            return offset &- first &+ address
        }
        return nil
    }

    private func text(_ offset: UInt) -> String? {
        guard offset < UInt(bytes.count) else { return nil }
        return String(decoding: bytes[Int(offset)...].prefix(4_096).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the number at an offset; nil beyond the end of the file.
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: UInt, _ type: Number.Type) -> UInt? {
        let size = UInt(MemoryLayout<Number>.size)
        guard offset <= UInt(bytes.count), UInt(bytes.count) - offset >= size else { return nil }
        return UInt(bytes.loadUnaligned(fromByteOffset: Int(offset), as: Number.self).littleEndian)
    }
}
