internal import CStrataResources

/// The files of `CStrataResources`, which are part of the program.
enum Resources {
    /// Returns the files in a folder, with their names in it, in the order of `CStrataResources.c`.
    static func files(in folder: String) -> [(name: String, text: String)] {
        let prefix = folder + "/"
        return all.compactMap { path, text in
            path.hasPrefix(prefix) ? (String(path.dropFirst(prefix.count)), text) : nil
        }
    }

    private static let all: [(path: String, text: String)] = {
        var files: [(path: String, text: String)] = []
        var next = strata_resources()
        while let path = next.pointee.path, let text = next.pointee.text {
            files.append((String(cString: path), String(cString: text)))
            next += 1
        }
        return files
    }()
}
