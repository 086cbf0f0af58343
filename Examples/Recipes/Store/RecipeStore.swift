import CoreData
import Foundation

/// A store of recipes in a folder: a JSON file for each, which people may edit while the app runs.
///
/// The ID of a recipe is the name of its file. A save writes only the files of recipes that have
/// changed. It never replaces what a person has written since the file was last read.
final class RecipeStore: NSAtomicStore, @unchecked Sendable {
    static let type = "RecipeFolder"

    /// The content of each file as it was last read or written, by the file's name.
    private var contents: [String: RecipeFile] = [:]

    private var folder: URL { url ?? URL.applicationSupportDirectory }

    /// The place of a file.
    static func place(of file: String, in folder: URL) -> URL { folder.appending(path: "\(file).json") }

    /// Returns the names of the recipes' files, without ".json".
    static func files(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" && !$0.lastPathComponent.hasPrefix(".") }
            .map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }

    // MARK: Loading

    override func loadMetadata() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The files have no place for metadata.
        metadata = [NSStoreUUIDKey: "2D2BC1F6-5F0C-4B0B-8D8C-2B1C7C0D5A11", NSStoreTypeKey: Self.type]
    }

    override func load() throws {
        for file in try Self.files(in: folder) {
            // Ignored: the folder's watcher reports a file that cannot be read.
            guard let content = try? RecipeFile(contentsOf: Self.place(of: file, in: folder)) else { continue }
            contents[file] = content
            addCacheNodes(try nodes(of: content, file))
        }
    }

    private func node(_ entityName: String, _ reference: String) throws -> NSAtomicStoreCacheNode {
        guard let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName] else {
            throw CocoaError(.featureUnsupported)
        }
        return NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: reference))
    }

    private func nodes(of content: RecipeFile, _ file: String) throws -> Set<NSAtomicStoreCacheNode> {
        let recipe = try node("Recipe", file)
        recipe.setValue(file, forKey: "file")
        recipe.setValue(content.name, forKey: "name")
        recipe.setValue(content.minutes, forKey: "minutes")
        recipe.setValue(content.instructions, forKey: "instructions")
        let ingredients = try content.ingredients.enumerated().map { number, ingredient in
            let node = try node("Ingredient", "\(file)/\(number)")
            node.setValue(ingredient.amount, forKey: "amount")
            node.setValue(ingredient.name, forKey: "name")
            node.setValue(recipe, forKey: "recipe")
            return node
        }
        recipe.setValue(NSOrderedSet(array: ingredients), forKey: "ingredients")
        return Set(ingredients + [recipe])
    }

    // MARK: Saving

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        (managedObject as? Recipe)?.file ?? UUID().uuidString
    }

    override func save() throws {
        var done: [(file: String, old: RecipeFile?)] = []
        do {
            let recipes = cacheNodes().filter { $0.objectID.entity.name == "Recipe" }
            var new: [String: RecipeFile] = [:]
            for recipe in recipes { new[recipe.value(forKey: "file") as? String ?? ""] = content(of: recipe) }
            for file in Set(new.keys).union(contents.keys).sorted() where new[file] != contents[file] {
                let old = contents[file]
                try replace(file, by: new[file])
                done.append((file, old))
            }
        } catch {
            // The save fails as a whole, so what it has written is taken back.
            for (file, old) in done.reversed() {
                // Ignored: the first error is the cause.
                try? replace(file, by: old)
            }
            throw error
        }
    }

    private func content(of recipe: NSAtomicStoreCacheNode) -> RecipeFile {
        let ingredients = (recipe.value(forKey: "ingredients") as? NSOrderedSet)?.array ?? []
        return RecipeFile(
            name: recipe.value(forKey: "name") as? String ?? "", minutes: recipe.value(forKey: "minutes") as? Int ?? 0,
            ingredients: ingredients.compactMap { $0 as? NSAtomicStoreCacheNode }.map {
                RecipeFile.Ingredient(
                    amount: $0.value(forKey: "amount") as? String ?? "", name: $0.value(forKey: "name") as? String ?? "")
            },
            instructions: recipe.value(forKey: "instructions") as? String ?? "")
    }

    /// Writes a file, or removes it, unless a person has edited it.
    private func replace(_ file: String, by new: RecipeFile?) throws {
        let place = Self.place(of: file, in: folder)
        let isThere = FileManager.default.fileExists(atPath: place.path)
        // Ignored: a file that cannot be read has been edited.
        let current = isThere ? try? RecipeFile(contentsOf: place) : nil
        // This is what an edit looks like that the app has taken from the file.
        if (current != nil) == isThere, current == new {
            contents[file] = new
            return
        }
        guard (current != nil) == isThere, current == contents[file] else { throw EditedFile(name: place.lastPathComponent) }
        if let new { try new.write(to: place) } else { try FileManager.default.removeItem(at: place) }
        contents[file] = new
    }
}

/// The error of a change that is not saved, because it would replace what a person has written.
struct EditedFile: LocalizedError {
    let name: String

    var errorDescription: String? { "“\(name)” was changed in an editor at the same time. Try again." }
}
