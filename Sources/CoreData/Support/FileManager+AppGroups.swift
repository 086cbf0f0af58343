public import Foundation

extension FileManager {
    /// Returns the folder of an app group, which apps and their extensions share: the one of its name
    /// in the user's data directory, `$XDG_DATA_HOME` or `~/.local/share`. It is created if it does not
    /// exist.
    ///
    /// - Parameter groupIdentifier: The identifier of the group, such as `group.org.example.trips`.
    /// - Returns: Nil for an identifier that is no name of a folder, and for a folder that cannot be
    ///   created, which is logged.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard !groupIdentifier.isEmpty, !groupIdentifier.hasPrefix("."),
            !groupIdentifier.contains(where: { $0 == "/" || $0 == "\0" })
        else { return nil }
        let folder = UserDirectories.sharedData.appending(path: groupIdentifier, directoryHint: .isDirectory)
        do {
            try createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return folder
        } catch {
            CoreDataLog.error("The folder of the app group '\(groupIdentifier)' cannot be created: \(error)")
            return nil
        }
    }
}
