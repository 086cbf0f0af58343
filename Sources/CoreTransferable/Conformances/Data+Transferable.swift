public import Foundation
internal import UniformTypeIdentifiers

extension Data: Transferable {
    /// The data, of any type.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .data) {
            $0
        } importing: {
            $0
        }
    }
}
