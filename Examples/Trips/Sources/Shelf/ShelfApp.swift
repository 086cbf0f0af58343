import Foundation
import SwiftData
import SwiftUI

/// Books in a folder of JSON files, kept by SwiftData. What people change in the files with an
/// editor appears in the open windows.
///
/// The argument is a folder that exists; without it, `Shelf` in the folder of application support.
@main
struct ShelfApp: App {
    private let container: ModelContainer

    init() {
        let given = CommandLine.arguments.dropFirst().first {
            !$0.hasPrefix("-") && FileManager.default.fileExists(atPath: $0)
        }
        let folder = given.map { URL(filePath: $0) } ?? URL.applicationSupportDirectory.appending(path: "Shelf")
        do {
            container = try Self.container(in: folder)
        } catch {
            fatalError("The books in \(folder.path) cannot be opened. \(error.localizedDescription)")
        }
        let container = container
        Task { await Self.watch(container) }
        print("The books are in \(folder.path). Edit one while the app shows it.")
    }

    static func container(in folder: URL) throws -> ModelContainer {
        try ModelContainer(for: Book.self, configurations: BookStoreConfiguration(folder: folder))
    }

    /// Reads the files each second. A fetch of all books shows all contexts what has changed.
    static func watch(_ container: ModelContainer) async {
        while !Task.isCancelled {
            // Ignored: a folder that cannot be read is read again in a second.
            _ = try? ModelContext(container).fetch(FetchDescriptor<Book>())
            // Ignored: a canceled task ends the loop.
            try? await Task.sleep(for: .seconds(1))
        }
    }

    var body: some Scene {
        WindowGroup("Shelf") { ShelfView() }
            .modelContainer(container)
    }
}
