internal import CoreTransferable
package import UniformTypeIdentifiers

/// The properties of an element that the user can drag.
package struct DragProperties: Hashable, Sendable {
    /// The types that the item offers, with those to which they conform; nil if they are known only
    /// when the drag begins.
    package var types: [String]?
    /// Whether the host reports that the pointer is pressed, before the drag begins.
    package var reportsLift: Bool
    /// Whether a new window may show the item.
    package var mayOpenWindow: Bool

    init(_ types: [UTType]?, hasPreview: Bool, mayOpenWindow: Bool = false) {
        self.mayOpenWindow = mayOpenWindow
        self.types = types.map { NSItemProvider.offeredTypes($0).sorted() }
        reportsLift = types != nil || hasPreview
    }
}

/// The properties of a destination of drops.
package struct DropProperties: Hashable, Sendable {
    /// The types that the destination accepts.
    package let types: [UTType]
    /// Whether the host reports movements of the pointer.
    package let reportsMoves: Bool

    init(_ types: [UTType], reportsMoves: Bool = false) {
        self.types = types
        self.reportsMoves = reportsMoves
    }

    /// The MIME types under which browsers offer text, with the types that Strata gives them.
    package static let texts: [(mimeType: String, type: UTType)] = [
        ("text/plain", .utf8PlainText), ("text/uri-list", .url), ("text/html", .html),
    ]

    /// Whether the destination accepts every file, because a file is also an address.
    private var acceptsAddresses: Bool { types.contains { UTType.fileURL.conforms(to: $0) } }

    /// The types as `drops.js` reads them: their identifiers in lower case, the MIME types of text
    /// from outside, and those of files with the prefix `file:`. `file:*` stands for all files, and
    /// `file:?` for files whose type the browser may not know.
    package var accepted: [String] {
        let texts = Self.texts.filter { text in types.contains(where: text.type.conforms(to:)) }.map(\.mimeType)
        let files = FileImporterContent(types: types, allowsSeveral: true).accepted
        let patterns =
            acceptsAddresses || files.isEmpty
            ? ["file:*"] : files.map { $0.hasPrefix(".") ? "file:?" : "file:\($0)" }
        return types.map { $0.identifier.lowercased() } + texts + Set(patterns).sorted()
    }

    /// Returns whether the destination accepts a file or text from outside.
    ///
    /// - Parameters:
    ///   - name: The name of a file; empty for text.
    ///   - mimeType: The MIME type that the browser reports.
    package func accepts(_ name: String, mimeType: String?) -> Bool {
        if name.isEmpty {
            return Self.texts.contains { text in
                text.mimeType == mimeType && types.contains(where: text.type.conforms(to:))
            }
        }
        return acceptsAddresses || FileImporterContent(types: types, allowsSeveral: true).accepts(name, mimeType: mimeType)
    }
}
