import CoreData
import Foundation

/// Reads the changes that people make in the files of a folder into the objects of a context.
actor RecipeFolder {
    nonisolated let url: URL
    private let context: NSManagedObjectContext
    /// The size and the time of each file when it was last read.
    private var stamps: [String: Stamp] = [:]
    private var problems: [String: String] = [:]

    private struct Stamp: Equatable {
        let size: Int
        let time: Date
    }

    /// - Parameter context: A context that nothing else uses.
    init(url: URL, context: NSManagedObjectContext) {
        self.url = url
        self.context = context
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    }

    /// Reads the files that were added, changed or removed since the last call.
    ///
    /// - Returns: The files that cannot be read now, with the reasons. Their recipes stay as they are.
    func readChanges() async -> [String: String] {
        let now: [String: Stamp]
        do {
            now = try currentStamps()
        } catch {
            return [url.lastPathComponent: error.localizedDescription]
        }
        var changes: [String: RecipeFile?] = [:]
        for (file, stamp) in now where stamps[file] != stamp {
            do {
                changes[file] = try RecipeFile(contentsOf: RecipeStore.place(of: file, in: url))
                problems[file] = nil
            } catch {
                problems[file] = Self.reason(error)
            }
        }
        for file in stamps.keys where now[file] == nil {
            changes[file] = .some(nil)
            problems[file] = nil
        }
        do {
            if !changes.isEmpty { try await apply(changes) }
            stamps = now
        } catch {
            // The next call tries again.
            return problems.merging([url.lastPathComponent: error.localizedDescription]) { $1 }
        }
        return problems
    }

    private func currentStamps() throws -> [String: Stamp] {
        var stamps: [String: Stamp] = [:]
        for file in try RecipeStore.files(in: url) {
            // Ignored: a file that was removed meanwhile is none.
            let attributes = try? FileManager.default.attributesOfItem(atPath: RecipeStore.place(of: file, in: url).path)
            guard let attributes else { continue }
            stamps[file] = Stamp(
                size: (attributes[.size] as? NSNumber)?.intValue ?? 0,
                time: attributes[.modificationDate] as? Date ?? .distantPast)
        }
        return stamps
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "“\(key.stringValue)” is missing."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "It is not valid JSON." : "“\(context.codingPath.map(\.stringValue).joined(separator: "."))” has another type."
        default: error.localizedDescription
        }
    }

    /// Makes the recipes what their files are: nil for a file that is gone.
    private func apply(_ changes: [String: RecipeFile?]) async throws {
        let context = context
        try await context.perform {
            do {
                // As they are now, since the app may have saved changes of its own.
                context.refreshAllObjects()
                for (file, content) in changes {
                    let request = NSFetchRequest<Recipe>(entityName: "Recipe")
                    request.predicate = NSPredicate(format: "file == %@", file)
                    let recipe = try context.fetch(request).first
                    guard let content else {
                        if let recipe { context.delete(recipe) }
                        continue
                    }
                    let target = recipe ?? Recipe(context: context)
                    target.file = file
                    target.take(content)
                }
                if context.hasChanges { try context.save() }
            } catch {
                context.rollback()
                throw error
            }
        }
    }
}

extension Recipe {
    var ingredientList: [Ingredient] { ingredients?.array.compactMap { $0 as? Ingredient } ?? [] }

    /// Sets the values that differ from those of a file.
    fileprivate func take(_ content: RecipeFile) {
        if name != content.name { name = content.name }
        if minutes != Int64(content.minutes) { minutes = Int64(content.minutes) }
        if instructions != content.instructions { instructions = content.instructions }
        let old = ingredientList
        guard old.map({ RecipeFile.Ingredient(amount: $0.amount ?? "", name: $0.name ?? "") }) != content.ingredients,
            let context = managedObjectContext
        else { return }
        // Keeps the objects, so that lists show the change of a row and not a new one.
        let new = content.ingredients.enumerated().map { number, ingredient in
            let object = number < old.count ? old[number] : Ingredient(context: context)
            if object.amount != ingredient.amount { object.amount = ingredient.amount }
            if object.name != ingredient.name { object.name = ingredient.name }
            return object
        }
        for object in old.dropFirst(new.count) { context.delete(object) }
        ingredients = NSOrderedSet(array: new)
    }
}
