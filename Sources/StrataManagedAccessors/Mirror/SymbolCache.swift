import Foundation

/// A cache of a mirror's symbols, so that the compiler runs only when the declaration of a managed
/// member has changed.
struct SymbolCache {
    let folder: URL
    let compiler: SwiftCompiler

    /// Returns the symbols of a mirror by marker.
    ///
    /// - Throws: `Problems` if the mirror does not compile.
    func symbols(of mirror: MirrorSource) throws(Problems) -> [String: String] {
        let file = folder.appending(path: "symbols.txt")
        let key = Self.key(of: mirror, compiler)
        // Ignored: without the cache, the compiler runs.
        if let text = try? String(contentsOf: file, encoding: .utf8), let symbols = Self.read(text, key: key) {
            return symbols
        }
        let language = try MirrorCompiler(compiler: compiler, folder: folder.appending(path: "mirror")).intermediateLanguage(
            of: mirror)
        let symbols = SymbolReader.symbols(in: language)
        let lines = symbols.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
        // Ignored: without the cache, the next build takes longer.
        try? Data((Self.header(key) + lines).utf8).write(to: file)
        return symbols
    }

    /// Returns the key of a mirror: its whole text, because hashes can collide. The key omits the
    /// `#sourceLocation` lines, which change with every edit above a member and affect no symbol.
    private static func key(of mirror: MirrorSource, _ compiler: SwiftCompiler) -> String {
        let modules = ([mirror.app] + mirror.dependencies).map { module in
            module.name
                + module.files.sorted { $0.key < $1.key }.map { name, text in
                    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#sourceLocation(file:") }
                    return "\n\(name)\n\(lines.joined(separator: "\n"))"
                }.joined()
        }
        return "\(compiler.path)\n\(modules.joined(separator: "\n"))\n"
    }

    /// Returns the start of a file with the symbols of a key.
    private static func header(_ key: String) -> String { key + "\u{0}\n" }

    private static func read(_ text: String, key: String) -> [String: String]? {
        let header = header(key)
        guard text.hasPrefix(header) else { return nil }
        var symbols: [String: String] = [:]
        for line in text.dropFirst(header.count).split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 2 else { return nil }
            symbols[String(parts[0])] = String(parts[1])
        }
        return symbols
    }
}
