/// A message of a macro about the code that it is attached to.
struct Diagnostic: Encodable, Equatable {
    /// The severity of a diagnostic. An error fails the build.
    enum Severity: String, Encodable {
        case error, warning
    }

    /// A position in a file, in UTF-8 bytes.
    struct Position: Encodable, Equatable {
        let fileName: String
        let offset: Int
    }

    /// A range of a file, in UTF-8 bytes.
    struct Range: Encodable, Equatable {
        let fileName: String
        let startOffset: Int
        let endOffset: Int
    }

    /// A change that resolves a diagnostic.
    struct FixIt: Encodable, Equatable {
        /// A replacement of text.
        struct Change: Encodable, Equatable {
            let range: Range
            let newText: String
        }

        let message: String
        let changes: [Change]
    }

    let message: String
    let severity: Severity
    let position: Position
    /// Always empty, but part of the protocol.
    private let highlights: [Range] = []
    /// Always empty, but part of the protocol.
    private let notes: [Position] = []
    let fixIts: [FixIt]

    /// Creates a diagnostic at an offset of a piece of source code.
    init(
        _ message: String, severity: Severity = .error, at offset: Int, in source: SourceText, fixIt: FixIt? = nil
    ) {
        self.message = message
        self.severity = severity
        self.position = Position(fileName: source.file, offset: source.offset + offset)
        self.fixIts = fixIt.map { [$0] } ?? []
    }

    enum CodingKeys: CodingKey {
        case message, severity, position, highlights, notes, fixIts
    }
}

extension Diagnostic.FixIt {
    /// Creates a fix-it that inserts text at an offset of a piece of source code.
    init(_ message: String, inserting text: String, at offset: Int, in source: SourceText) {
        let position = source.offset + offset
        self.message = message
        self.changes = [
            Change(range: .init(fileName: source.file, startOffset: position, endOffset: position), newText: text)
        ]
    }
}

/// The result of expanding a macro in one role.
struct Expansion: Encodable, Equatable {
    /// The code that the compiler adds.
    let expandedSource: String
    /// The messages for the author of the code.
    let diagnostics: [Diagnostic]

    /// No code.
    static let empty = Expansion("")

    init(_ source: String, diagnostics: [Diagnostic] = []) {
        self.expandedSource = source
        self.diagnostics = diagnostics
    }
}
