import Foundation
import SwiftData

@Model final class Book {
    var title: String
    var genre: String
    var shelf: String?
    var pages: Int
    var author: Author?
    /// A computed property, by which no store can sort.
    var initial: String { String(title.prefix(1)) }

    init(_ title: String, _ genre: String, shelf: String? = nil, pages: Int = 0, author: Author? = nil) {
        self.title = title
        self.genre = genre
        self.shelf = shelf
        self.pages = pages
        self.author = author
    }
}

@Model final class Author {
    var name: String
    @Relationship(inverse: \Book.author) var books: [Book] = []

    init(_ name: String) { self.name = name }
}

/// Returns a container of books in memory.
func bookContainer(_ books: [Book] = []) throws -> ModelContainer {
    let container = try ModelContainer(for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for book in books { context.insert(book) }
    try context.save()
    return container
}

extension SectionedResults where Element == Book {
    /// The titles of the sections, each with the titles of its books.
    var listed: [String] { map { section in "\(section.title): \(section.map(\.title).joined(separator: " "))" } }
}
