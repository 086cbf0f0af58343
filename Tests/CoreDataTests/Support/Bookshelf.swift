import CoreData
import Foundation

/// Three books, of two authors, with a member in every kind of relationship.
struct Bookshelf {
    let context: NSManagedObjectContext
    let (one, two, three): (Book, Book, Book)
    let (ann, bob): (Author, Author)
    let rex: Reader
    let red: Tag

    init(_ context: NSManagedObjectContext) {
        self.context = context
        (ann, bob, rex) = (Author(context: context), Author(context: context), Reader(context: context))
        (ann.name, bob.name, rex.name) = ("Ann", "Bob", "Rex")
        ann.agent = rex
        (one, two, three) = (Book(context: context), Book(context: context), Book(context: context))
        (one.title, two.title, three.title) = ("One", "Two", "Three")
        (one.author, two.author, three.author) = (ann, ann, bob)
        red = Tag(context: context)
        red.name = "red"
        red.books = [one, three]
        let chapter = Chapter(context: context)
        chapter.title = "a"
        one.addToChapters(chapter)
        let note = Note(context: context)
        note.text = "n"
        one.notes = NSSet(object: note)
    }

    func request(_ format: String, _ arguments: Any..., sort keys: String...) -> NSFetchRequest<Book> {
        request(NSPredicate(format: format, argumentArray: arguments), keys)
    }

    func titles(_ format: String, _ arguments: Any..., sort keys: String...) throws -> [String] {
        try context.fetch(request(NSPredicate(format: format, argumentArray: arguments), keys)).compactMap(\.title)
    }

    private func request(_ predicate: NSPredicate, _ keys: [String]) -> NSFetchRequest<Book> {
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.predicate = predicate
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }
}
