public import Foundation
internal import UniformTypeIdentifiers

extension URL: Transferable {
    /// The address; of a file, also its address on this machine.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .fileURL) {
            Data($0.absoluteString.utf8)
        } importing: {
            try URL(address: $0)
        }
        .exportingCondition(\.isFileURL)
        .visibility(.ownProcess)
        DataRepresentation(contentType: .url) {
            Data($0.absoluteString.utf8)
        } importing: {
            try URL(address: $0)
        }
        .exportingCondition { !$0.isFileURL }
    }

    /// Reads an address. Of a list of addresses, as browsers send it, the first is read.
    private init(address data: Data) throws {
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { !$0.hasPrefix("#") }), let url = URL(string: String(line)) else {
            throw CocoaError(.coderReadCorrupt)
        }
        self = url
    }
}
