/// A reader of each member's symbol from the mirror's SIL.
enum SymbolReader {
    /// Returns the symbols by marker: `strata_4_get` has the symbol of the fifth member's getter.
    ///
    /// A function begins with `sil … @<symbol> :` and calls its marker as `function_ref @strata_…`.
    static func symbols(in text: [UInt8]) -> [String: String] {
        var symbols: [String: String] = [:]
        var current: ArraySlice<UInt8> = []
        let (function, marker) = (Array("sil ".utf8), Array("function_ref @strata_".utf8))
        for line in text.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: function) {
                guard let at = line.firstIndex(of: UInt8(ascii: "@")) else { continue }
                current = line[(at + 1)...].prefix { $0 != UInt8(ascii: " ") }
            } else if let equals = line.firstIndex(of: UInt8(ascii: "=")), line[equals...].dropFirst(2).starts(with: marker) {
                let name = line[(equals + 2 + "function_ref @".utf8.count)...].prefix { $0 != UInt8(ascii: " ") }
                symbols[String(decoding: name, as: UTF8.self)] = String(decoding: current, as: UTF8.self)
            }
        }
        return symbols
    }
}
