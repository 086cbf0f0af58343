import Foundation
import SwiftData
import Synchronization

/// The folder of a store of books.
struct BookStoreConfiguration: DataStoreConfiguration {
    typealias Store = BookStore

    var name = "Books"
    var schema: Schema?
    let folder: URL

    func validate() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}

/// A SwiftData store of books in a folder: a JSON file for each, which people may edit while the app
/// runs.
///
/// The key of a book is the name of its file. A save never replaces what a person has written since
/// the file was last read.
final class BookStore: DataStore {
    typealias Configuration = BookStoreConfiguration
    typealias Snapshot = BookSnapshot

    let configuration: BookStoreConfiguration
    let schema: Schema
    let identifier = "Books"
    /// The content of each file as it was last read or written, by the file's name.
    private let contents = Mutex<[String: BookFile]>([:])

    init(_ configuration: BookStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema([Book.self])
    }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, BookSnapshot> {
        // The context selects and sorts the few books of a shelf.
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let books = try contents.withLock { contents in
            contents = try readAll(last: contents)
            return try contents.map { try BookSnapshot(key($0.key), $0.value) }
        }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: books)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<BookSnapshot>
    ) throws -> DataStoreSaveChangesResult<BookSnapshot> {
        try contents.withLock { contents in
            var files: [PersistentIdentifier: String] = [:]
            for name in contents.keys { files[try key(name)] = name }
            var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
            // All files are looked at before the first is written.
            for book in request.updated + request.deleted {
                try check(files[book.persistentIdentifier], in: contents)
            }
            for book in request.inserted {
                let name = unusedName(for: book.title)
                try write(BookFile(book), name, &contents)
                remapped[book.persistentIdentifier] = try key(name)
            }
            for book in request.updated {
                if let name = files[book.persistentIdentifier] { try write(BookFile(book), name, &contents) }
            }
            for book in request.deleted {
                guard let name = files[book.persistentIdentifier] else { continue }
                try FileManager.default.removeItem(at: place(of: name))
                contents[name] = nil
            }
            return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
        }
    }

    // MARK: Files

    private func place(of name: String) -> URL { configuration.folder.appending(path: "\(name).json") }

    private func key(_ name: String) throws -> PersistentIdentifier {
        try .identifier(for: identifier, entityName: Schema.entityName(for: Book.self), primaryKey: name)
    }

    /// Returns the content of the files. One that is not valid, as while a person is writing it, has
    /// its last content.
    private func readAll(last: [String: BookFile]) throws -> [String: BookFile] {
        var found: [String: BookFile] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: configuration.folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "json" && !file.lastPathComponent.hasPrefix(".") {
            let name = file.deletingPathExtension().lastPathComponent
            // Ignored: what a person is writing is not valid yet.
            found[name] = (try? BookFile(contentsOf: file)) ?? last[name]
        }
        return found
    }

    private func check(_ name: String?, in contents: [String: BookFile]) throws {
        guard let name else { throw CocoaError(.fileNoSuchFile) }
        // Ignored: a file that cannot be read has been edited.
        let current = try? BookFile(contentsOf: place(of: name))
        guard current == contents[name] else { throw EditedFile(name: "\(name).json") }
    }

    private func write(_ file: BookFile, _ name: String, _ contents: inout [String: BookFile]) throws {
        try file.write(to: place(of: name))
        contents[name] = file
    }

    private func unusedName(for title: String) -> String {
        let letters = title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        let base = String(letters).split(separator: "-").joined(separator: "-")
        let first = base.isEmpty ? "book" : base
        var (name, number) = (first, 2)
        while FileManager.default.fileExists(atPath: place(of: name).path) {
            name = "\(first)-\(number)"
            number += 1
        }
        return name
    }
}
