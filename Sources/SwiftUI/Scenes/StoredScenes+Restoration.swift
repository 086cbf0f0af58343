import Foundation

// The record of a restoration is an empty file with the session's name, in the folder
// `Scenes.sqlite-restoring`. If the values of a session make the app trap, the file stays, and the
// next process removes the session instead of restoring it.
//
// A row of the store could say the same. But a transaction takes milliseconds, for which the main
// actor cannot wait: the sessions of many windows would be recorded before the first of them is
// made, and a trap of one would look like a trap of all. A file is made and removed in
// microseconds, so there is only that of the session whose views are being evaluated. It need not
// reach the disk, since it has to survive the end of the process, and not that of the system.
extension StoredScenes {
    private var restorations: URL { URL(filePath: url.path + "-restoring") }

    func beginRestoration(of name: String) throws {
        try FileManager.default.createDirectory(at: restorations, withIntermediateDirectories: true)
        try Data().write(to: restorations.appending(path: name))
    }

    func endRestoration(of name: String) throws {
        try FileManager.default.removeItem(at: restorations.appending(path: name))
    }

    func isRestorationInterrupted(of name: String) -> Bool {
        FileManager.default.fileExists(atPath: restorations.appending(path: name).path)
    }

    /// Removes the files of sessions whose tab has not come back since a date.
    func removeRestorations(before date: Date) throws {
        guard FileManager.default.fileExists(atPath: restorations.path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: restorations.path) {
            let file = restorations.appending(path: name)
            // Ignored: another process has removed its own file meanwhile.
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
                let made = attributes[.modificationDate] as? Date, made < date
            else { continue }
            try FileManager.default.removeItem(at: file)
        }
    }
}
