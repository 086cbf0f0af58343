import SwiftData

/// A book on the shelf.
@Model final class Book {
    var title: String
    var author: String
    var isRead: Bool

    init(title: String, author: String = "", isRead: Bool = false) {
        self.title = title
        self.author = author
        self.isRead = isRead
    }
}

/// The values of a book, as a context and the store exchange them.
struct BookSnapshot: DataStoreSnapshot {
    var persistentIdentifier: PersistentIdentifier
    let title: String
    let author: String
    let isRead: Bool

    init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]) {
        guard let book = backingData as? any BackingData<Book>, let identifier = book.persistentModelID else {
            fatalError("A shelf has only books.")
        }
        persistentIdentifier = identifier
        title = book.getValue(forKey: \.title)
        author = book.getValue(forKey: \.author)
        isRead = book.getValue(forKey: \.isRead)
    }

    init(_ identifier: PersistentIdentifier, _ file: BookFile) {
        persistentIdentifier = identifier
        title = file.title
        author = file.author ?? ""
        isRead = file.isRead ?? false
    }

    func copy(
        persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self {
        var copy = self
        copy.persistentIdentifier = persistentIdentifier
        return copy
    }
}
