/// A reader of the output of `-dump-parse` for several files, which skips the contents of functions
/// and expressions.
struct DumpReader {
    private let output: SourceText
    private let lineStarts: [Int]
    /// The line to read next.
    private var next = 0
    /// The end of the current file's lines.
    private var end = 0

    /// Returns the nodes of each file, by the file's path. The compiler may print the files in any
    /// order.
    static func files(in output: SourceText) -> [String: [DumpNode]] {
        var reader = DumpReader(output)
        // Quotation marks in strings are printed as \", so this occurs nowhere else.
        let opening = "(source_file \""
        var starts: [Int] = []
        output.forEachPosition(of: opening) { position in
            starts.append(position)
            return true
        }
        var files: [String: [DumpNode]] = [:]
        for (start, end) in zip(starts, starts.dropFirst() + [output.bytes.endIndex]) {
            let path = output.bytes[(start + opening.utf8.count)...].prefix { $0 != UInt8(ascii: "\"") }
            reader.move(to: start, end)
            files[String(decoding: path, as: UTF8.self)] = reader.nodes(rightOf: 0)
        }
        return files
    }

    private init(_ output: SourceText) {
        self.output = output
        lineStarts = output.lineStarts
    }

    /// Moves to the line after a position, and sets the end. A file's first line may follow the
    /// output of the previous file on the same line.
    private mutating func move(to start: Int, _ end: Int) {
        next = lineStarts.partitioningIndex { $0 > start }
        self.end = lineStarts.partitioningIndex { $0 >= end }
    }

    private mutating func nodes(rightOf column: Int) -> [DumpNode] {
        var nodes: [DumpNode] = []
        while next < end {
            let own = indentation(of: next)
            guard own > column else { break }
            var node = Self.isWanted(bytes(from: lineStarts[next] + own)) ? DumpNode(line(next)) : nil
            next += 1
            if node?.role.isEmpty == true { node?.nodes = self.nodes(rightOf: own) }
            while next < end, indentation(of: next) > own { next += 1 }
            if let node { nodes.append(node) }
        }
        return nodes
    }

    private func indentation(of line: Int) -> Int {
        bytes(from: lineStarts[line]).prefix { $0 == UInt8(ascii: " ") }.count
    }

    private func bytes(from position: Int) -> ArraySlice<UInt8> { output.bytes[position...] }

    private func line(_ index: Int) -> Substring {
        let bytes = bytes(from: lineStarts[index]).prefix { $0 != UInt8(ascii: "\n") }
        return Substring(decoding: bytes, as: UTF8.self)
    }

    /// Whether a node describes a declaration. Most do not, and are skipped with all nodes inside
    /// them.
    private static func isWanted(_ text: ArraySlice<UInt8>) -> Bool {
        let word = text.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "\n") }
        return wanted.contains { $0 == word } || word.starts(with: "pattern_".utf8) || word.starts(with: "original_init=".utf8)
            || word.reversed().starts(with: "_attr".utf8.reversed())
    }

    private static let wanted = (ParsedDeclaration.Kind.allCases.map(\.rawValue) + ["accessor_decl", "parameter_list"])
        .map { ArraySlice($0.utf8) }
}

extension [Int] {
    /// Returns the first index whose element satisfies a condition that all later elements satisfy
    /// too. O(log n).
    func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
