public import Foundation

extension URL {
    /// Returns true. A file that the user has chosen in a browser is a copy on this machine, which
    /// the app can read at any time.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Does nothing: a file that the user has chosen in a browser needs no access to be returned.
    public func stopAccessingSecurityScopedResource() {}
}
