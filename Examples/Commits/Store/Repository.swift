import CoreData
import Foundation
import Observation

/// A repository whose commits are shown, and the watcher of its last commit.
@MainActor
@Observable
final class Repository {
    let container: NSPersistentContainer
    /// The name of the last commit, by which views know that there are others.
    private(set) var head: String?
    private let git: Git

    init(folder: URL) throws {
        NSPersistentStoreCoordinator.registerStoreClass(CommitStore.self, forStoreType: CommitStore.type)
        git = Git(folder: folder)
        container = NSPersistentContainer(name: "Commits")
        let description = NSPersistentStoreDescription(url: folder)
        description.type = CommitStore.type
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        head = try git.head()
    }

    /// Looks for a new commit.
    func look() async {
        let git = git
        // Ignored: while the repository cannot be read, views keep what they show.
        guard let new = try? await Task.detached(operation: { try git.head() }).value else { return }
        if new != head { head = new }
    }

    /// Looks for new commits each second until the task is canceled.
    func watch() async {
        while !Task.isCancelled {
            await look()
            // Ignored: a canceled task ends the loop.
            try? await Task.sleep(for: .seconds(1))
        }
    }
}
