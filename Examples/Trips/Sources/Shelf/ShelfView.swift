import SwiftData
import SwiftUI

/// The books of the shelf, by title.
struct ShelfView: View {
    @Environment(\.modelContext) private var context
    @Query(sort: \Book.title) private var books: [Book]
    @State private var title = ""
    @State private var failure: String?

    var body: some View {
        NavigationStack {
            VStack {
                if let failure {
                    HStack {
                        Text(failure).foregroundStyle(.orange).accessibilityIdentifier("failure")
                        Button("Dismiss") { self.failure = nil }
                    }
                }
                HStack {
                    TextField("New book", text: $title).onSubmit(add).accessibilityIdentifier("new")
                    Button("Add", action: add).disabled(title.isEmpty).accessibilityIdentifier("add")
                }
                .padding()
                List {
                    ForEach(books) { book in
                        BookRow(book: book, save: save)
                    }
                    .onDelete { offsets in
                        for book in offsets.map({ books[$0] }) { context.delete(book) }
                        save()
                    }
                }
            }
            .navigationTitle("\(books.count == 1 ? "1 book" : "\(books.count) books"), \(books.count { $0.isRead }) read")
        }
    }

    private func add() {
        guard !title.isEmpty else { return }
        context.insert(Book(title: title))
        title = ""
        save()
    }

    /// Saves the changes, or takes them back if they cannot be saved.
    private func save() {
        do {
            try context.save()
            failure = nil
        } catch {
            context.rollback()
            failure = error.localizedDescription
        }
    }
}

/// A book in the list.
struct BookRow: View {
    @Bindable var book: Book
    let save: () -> Void

    var body: some View {
        Toggle(isOn: $book.isRead) {
            VStack(alignment: .leading) {
                Text(book.title)
                if !book.author.isEmpty { Text(book.author).font(.caption).foregroundStyle(.secondary) }
            }
        }
        .onChange(of: book.isRead) { save() }
    }
}
