import CoreData
import Foundation
import Testing

@testable import Recipes

/// The folder of a test, which is removed at its end.
final class TemporaryRecipes {
    let folder = FileManager.default.temporaryDirectory.appending(path: "RecipesTests-\(UUID().uuidString)")

    func write(_ text: String, _ file: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: RecipeStore.place(of: file, in: folder))
    }

    func content(_ file: String) throws -> RecipeFile { try RecipeFile(contentsOf: RecipeStore.place(of: file, in: folder)) }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

@MainActor
struct RecipeLibraryTests {
    private let temporary = TemporaryRecipes()

    private func recipes(_ library: RecipeLibrary) throws -> [Recipe] {
        let request = NSFetchRequest<Recipe>(entityName: "Recipe")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try library.container.viewContext.fetch(request)
    }

    @Test func `a new folder has the sample recipe`() throws {
        let library = try RecipeLibrary(folder: temporary.folder)
        #expect(try recipes(library).map(\.name) == ["Pancakes"])
        #expect(try recipes(library).first?.ingredientList.map(\.name) == ["flour", "eggs", "milk"])
        #expect(try temporary.content("pancakes") == RecipeFile.sample)
    }

    @Test func `a change in a file reaches the object that a view shows`() async throws {
        let library = try RecipeLibrary(folder: temporary.folder)
        let recipe = try #require(try recipes(library).first)
        await library.readChanges()
        var content = RecipeFile.sample
        content.name = "Crêpes"
        content.ingredients[1].amount = "4"
        content.ingredients.append(RecipeFile.Ingredient(amount: "1", name: "pinch of salt"))
        try content.write(to: RecipeStore.place(of: "pancakes", in: temporary.folder))
        await library.readChanges()
        #expect(recipe.name == "Crêpes")
        #expect(recipe.ingredientList.map(\.amount) == ["200 g", "4", "300 ml", "1"])
        #expect(try temporary.content("pancakes") == content)
    }

    @Test func `files that are added and removed are recipes that come and go`() async throws {
        let library = try RecipeLibrary(folder: temporary.folder)
        await library.readChanges()
        try temporary.write(#"{"name": "Tea"}"#, "tea")
        await library.readChanges()
        #expect(try recipes(library).map(\.name) == ["Pancakes", "Tea"])
        try FileManager.default.removeItem(at: RecipeStore.place(of: "pancakes", in: temporary.folder))
        await library.readChanges()
        #expect(try recipes(library).map(\.name) == ["Tea"])
    }

    @Test func `a broken file is reported, its recipe stays, and nothing replaces it`() async throws {
        let library = try RecipeLibrary(folder: temporary.folder)
        let recipe = try #require(try recipes(library).first)
        await library.readChanges()
        try temporary.write("{ \"name\": ", "pancakes")
        await library.readChanges()
        #expect(library.problems == ["pancakes": "It is not valid JSON."])
        #expect(recipe.name == "Pancakes")
        recipe.minutes = 99
        #expect(throws: EditedFile.self) { try library.save() }
        #expect(recipe.minutes == 20)
        try temporary.write(#"{"name": "Mended", "minutes": "ten"}"#, "pancakes")
        await library.readChanges()
        #expect(library.problems == ["pancakes": "“minutes” has another type."])
        try temporary.write(#"{"name": "Mended"}"#, "pancakes")
        await library.readChanges()
        #expect(library.problems.isEmpty)
        #expect(recipe.name == "Mended")
    }

    @Test func `changes of the app are in the files, and only in those`() throws {
        try temporary.write(#"{"name":"Tea"}"#, "tea")
        let library = try RecipeLibrary(folder: temporary.folder)
        try library.add("Plum Cake!")
        try library.add("Plum cake")
        #expect(try RecipeStore.files(in: temporary.folder) == ["plum-cake", "plum-cake-2", "tea"])
        let tea = try String(contentsOf: RecipeStore.place(of: "tea", in: temporary.folder), encoding: .utf8)
        #expect(tea == #"{"name":"Tea"}"#)
        let cake = try #require(try recipes(library).first { $0.file == "plum-cake" })
        try library.delete(cake)
        #expect(try RecipeStore.files(in: temporary.folder) == ["plum-cake-2", "tea"])
        let again = try RecipeLibrary(folder: temporary.folder)
        #expect(try recipes(again).map(\.name) == ["Plum cake", "Tea"])
    }

    @Test func `an edit that was not read yet is not lost`() async throws {
        let library = try RecipeLibrary(folder: temporary.folder)
        let recipe = try #require(try recipes(library).first)
        await library.readChanges()
        var content = RecipeFile.sample
        content.instructions = "Edited."
        try content.write(to: RecipeStore.place(of: "pancakes", in: temporary.folder))
        recipe.minutes = 30
        #expect(throws: EditedFile.self) { try library.save() }
        await library.readChanges()
        #expect(recipe.instructions == "Edited.")
        recipe.minutes = 30
        try library.save()
        content.minutes = 30
        #expect(try temporary.content("pancakes") == content)
    }
}
