import Foundation

/// The content of the JSON file of a book. A person may leave out all but the title.
struct BookFile: Codable, Equatable, Sendable {
    var title: String
    var author: String?
    var isRead: Bool?

    init(_ book: BookSnapshot) {
        (title, author, isRead) = (book.title, book.author, book.isRead)
    }

    init(contentsOf place: URL) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: place))
    }

    func write(to place: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: place, options: .atomic)
    }
}

/// The error of a change that is not saved, because it would replace what a person has written.
struct EditedFile: LocalizedError {
    let name: String

    var errorDescription: String? { "“\(name)” was changed in an editor at the same time. Try again." }
}
