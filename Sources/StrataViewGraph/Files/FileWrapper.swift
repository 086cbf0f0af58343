public import Foundation

/// The content of a file, or of a folder with files in it, in memory.
///
/// Foundation on Linux does not have this class. Symbolic links, and the serialized representation,
/// are not supported.
open class FileWrapper {
    private enum Content {
        case file(Data)
        case directory([String: FileWrapper])
    }

    /// Ways to write a file.
    public struct WritingOptions: OptionSet, Sendable {
        /// The options as a bit mask.
        public let rawValue: UInt
        /// Creates a set from its bit mask.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Writes another file first, which then replaces the one at the URL.
        public static let atomic = WritingOptions(rawValue: 1)
    }

    /// Ways to read a file. All of a file is always read at once.
    public struct ReadingOptions: OptionSet, Sendable {
        /// The options as a bit mask.
        public let rawValue: UInt
        /// Creates a set from its bit mask.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Reads the content at once.
        public static let immediate = ReadingOptions(rawValue: 1)
        /// Does not map the content into memory.
        public static let withoutMapping = ReadingOptions(rawValue: 2)
    }

    private var content: Content
    /// The name of the file that was read or written; nil if there is none.
    open var filename: String?
    /// The name that the file should have; nil if there is none.
    open var preferredFilename: String?

    /// Creates a file with content.
    public init(regularFileWithContents contents: Data) { content = .file(contents) }

    /// Creates a folder with files, by their names.
    public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
        content = .directory([:])
        for (name, child) in childrenByPreferredName.sorted(by: { $0.key < $1.key }) {
            if child.preferredFilename == nil { child.preferredFilename = name }
            addFileWrapper(child)
        }
    }

    /// Reads a file, or a folder with all files in it.
    ///
    /// - Throws: The error of the file system.
    public init(url: URL, options: ReadingOptions = []) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory), isDirectory.boolValue {
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
            content = .directory(
                try Dictionary(uniqueKeysWithValues: names.map { ($0, try FileWrapper(url: url.appendingPathComponent($0))) }))
        } else {
            content = .file(try Data(contentsOf: url))
        }
        filename = url.lastPathComponent
        preferredFilename = url.lastPathComponent
    }

    /// Whether it is a file, and not a folder.
    open var isRegularFile: Bool { if case .file = content { true } else { false } }

    /// Whether it is a folder.
    open var isDirectory: Bool { !isRegularFile }

    /// The content of a file; nil for a folder.
    open var regularFileContents: Data? { if case .file(let data) = content { data } else { nil } }

    /// The files in a folder, by their names; nil for a file.
    open var fileWrappers: [String: FileWrapper]? { if case .directory(let files) = content { files } else { nil } }

    /// Adds a file to a folder, and returns its name there: the preferred one, after a number if
    /// another file has it. Does nothing to a file.
    @discardableResult
    open func addFileWrapper(_ child: FileWrapper) -> String {
        guard case .directory(var files) = content else { return "" }
        let preferred = child.preferredFilename ?? "Untitled"
        var name = preferred
        var number = 1
        while files[name] != nil {
            number += 1
            name = "\(number)__\(preferred)"
        }
        files[name] = child
        child.filename = name
        content = .directory(files)
        return name
    }

    /// Adds a file with content to a folder, and returns its name there.
    @discardableResult
    open func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String {
        let file = FileWrapper(regularFileWithContents: data)
        file.preferredFilename = fileName
        return addFileWrapper(file)
    }

    /// Removes a file from a folder.
    open func removeFileWrapper(_ child: FileWrapper) {
        guard case .directory(let files) = content else { return }
        content = .directory(files.filter { $0.value !== child })
    }

    /// Returns the name of a file in a folder; nil if it is not there.
    open func keyForFileWrapper(_ child: FileWrapper) -> String? { fileWrappers?.first { $0.value === child }?.key }

    /// Writes the file, or the folder with all files in it.
    ///
    /// - Throws: The error of the file system.
    open func write(to url: URL, options: WritingOptions = [], originalContentsURL: URL?) throws {
        switch content {
        case .file(let data): try data.write(to: url, options: options.contains(.atomic) ? .atomic : [])
        case .directory(let files):
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for (name, file) in files {
                try file.write(to: url.appendingPathComponent(name), options: options, originalContentsURL: nil)
            }
        }
    }
}
