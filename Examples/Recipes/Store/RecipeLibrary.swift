import CoreData
import Foundation
import Observation

/// The recipes of a folder, and the reader of the changes that people make in the files.
@MainActor
@Observable
final class RecipeLibrary {
    let container: NSPersistentContainer
    /// The files that cannot be read, with the reasons, by their names.
    private(set) var problems: [String: String] = [:]
    private let folder: RecipeFolder

    /// Opens a folder. Creates it with a sample recipe if there is none.
    init(folder: URL) throws {
        NSPersistentStoreCoordinator.registerStoreClass(RecipeStore.self, forStoreType: RecipeStore.type)
        if !FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try RecipeFile.sample.write(to: RecipeStore.place(of: "pancakes", in: folder))
        }
        container = NSPersistentContainer(name: "Recipes")
        let description = NSPersistentStoreDescription(url: folder)
        description.type = RecipeStore.type
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        container.viewContext.automaticallyMergesChangesFromParent = true
        self.folder = RecipeFolder(url: folder, context: container.newBackgroundContext())
    }

    /// Reads the files that have changed. The recipes in all windows change with them.
    func readChanges() async {
        let found = await folder.readChanges()
        if found != problems { problems = found }
    }

    /// Reads the changes each second until the task is canceled.
    func watch() async {
        while !Task.isCancelled {
            await readChanges()
            // Ignored: a canceled task ends the loop.
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Inserts a recipe with a file name of its own, and saves it.
    func add(_ name: String) throws {
        let context = container.viewContext
        let recipe = Recipe(context: context)
        recipe.name = name
        recipe.file = unusedFile(for: name)
        try save()
    }

    func delete(_ recipe: Recipe) throws {
        container.viewContext.delete(recipe)
        try save()
    }

    /// Saves the changes, or takes them back if they cannot be saved.
    func save() throws {
        do {
            try container.viewContext.save()
        } catch {
            container.viewContext.rollback()
            throw error
        }
    }

    private func unusedFile(for name: String) -> String {
        let letters = name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        let base = String(letters).split(separator: "-").joined(separator: "-")
        let first = base.isEmpty ? "recipe" : base
        var (file, number) = (first, 2)
        while FileManager.default.fileExists(atPath: RecipeStore.place(of: file, in: folder.url).path) {
            file = "\(first)-\(number)"
            number += 1
        }
        return file
    }
}
