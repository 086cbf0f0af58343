public import Foundation
internal import UniformTypeIdentifiers

extension String: Transferable {
    /// Plain text in UTF-8.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .utf8PlainText) {
            Data($0.utf8)
        } importing: {
            try String(utf8: $0)
        }
        // Text files, whose encoding is unknown.
        DataRepresentation(importedContentType: .plainText) { try String(utf8: $0) }
    }

    private init(utf8 data: Data) throws {
        guard let text = String(data: data, encoding: .utf8) else { throw CocoaError(.fileReadInapplicableStringEncoding) }
        self = text
    }
}

extension AttributedString: Transferable {
    /// Plain text: Foundation on Linux cannot write rich text.
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation {
            String($0.characters)
        } importing: {
            AttributedString($0)
        }
    }
}
