package import Foundation
package import UniformTypeIdentifiers

// What hosts need of an item: the types that it offers, the text that other programs may have, and
// items that arrive from outside of the process.
extension NSItemProvider {
    /// The types that the item offers, with those to which they conform, in lower case.
    package var offeredTypes: Set<String> { Self.offeredTypes(registeredContentTypes) }

    /// Returns types, with those to which they conform, in lower case.
    package static func offeredTypes(_ types: [UTType]) -> Set<String> {
        Set(types.flatMap { [$0] + Array($0.supertypes) }.map { $0.identifier.lowercased() })
    }

    /// The maximum size of the data of one type that is given to other programs, in bytes.
    private static let longestText = 1 << 18

    /// Returns the text that other programs may have, by its MIME type: plain text, addresses and
    /// HTML. The address of a file is one of this machine, so it is none of them.
    package func texts() async -> [String: String] {
        var texts: [String: String] = [:]
        for (mimeType, type) in [("text/uri-list", UTType.url), ("text/html", .html), ("text/plain", .plainText)] {
            guard
                let representation = representations.first(where: {
                    $0.visibility == .all && $0.type.conforms(to: type) && !$0.type.conforms(to: .fileURL)
                }),
                // Ignored: other programs get the types that can be loaded.
                let data = try? await representation.load().data(), data.count <= Self.longestText
            else { continue }
            texts[mimeType] = String(decoding: data, as: UTF8.self)
        }
        if texts["text/plain"] == nil { texts["text/plain"] = texts["text/uri-list"] }
        return texts
    }

    /// Creates an item from a file that the browser has sent. It is available with its content, and
    /// as an address.
    package convenience init(receivedFile url: URL, type: UTType) {
        self.init()
        suggestedName = url.deletingPathExtension().lastPathComponent
        add(type) { .file(url) }
        add(.fileURL) { .data(Data(url.absoluteString.utf8)) }
    }

    /// Creates an item from files with its data in several types.
    package convenience init(receivedData files: [(type: UTType, url: URL)]) {
        self.init()
        for (type, url) in files { add(type) { .file(url) } }
    }
}
