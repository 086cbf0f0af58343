import Foundation
import SwiftUI

/// The commits of a Git repository, by day. A new commit appears in the open windows.
///
/// The argument is the folder of a repository; without it, the current folder.
@main
struct CommitsApp: App {
    private let repository: Repository

    init() {
        let given = CommandLine.arguments.dropFirst().first {
            !$0.hasPrefix("-") && FileManager.default.fileExists(atPath: $0)
        }
        let folder = URL(filePath: given ?? FileManager.default.currentDirectoryPath)
        do {
            repository = try Repository(folder: folder)
        } catch {
            fatalError("The repository in \(folder.path) cannot be opened. \(error.localizedDescription)")
        }
        let repository = repository
        Task { await repository.watch() }
    }

    var body: some Scene {
        WindowGroup("Commits") {
            RepositoryView()
                .environment(repository)
                .environment(\.managedObjectContext, repository.container.viewContext)
        }
    }
}
