internal import Foundation
internal import Glibc

extension FileManager {
    /// Returns whether there is a file or folder. Unlike `fileExists(atPath:)`, throws if that cannot
    /// be found out, for example because a folder of the path may not be searched.
    func itemExists(at url: URL) throws -> Bool {
        if access(url.path, F_OK) == 0 { return true }
        let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        if error.code == .ENOENT || error.code == .ENOTDIR { return false }
        throw NSError(
            code: CocoaError.fileReadUnknown.rawValue,
            "\(url.path) could not be looked up: \(error.localizedDescription) Check the permissions of its folders and the disk.",
            [NSUnderlyingErrorKey: error, NSFilePathErrorKey: url.path])
    }

    /// Removes a file or folder if there is one.
    func removeIfPresent(_ url: URL) throws {
        do {
            try removeItem(at: url)
        } catch let error as CocoaError where error.isMissingFile {
            return
        }
    }
}
