import Foundation
import SwiftUI

/// Recipes in a folder of JSON files. What people change in the files with an editor appears in the
/// open windows.
///
/// The argument is a folder that exists; without it, `Recipes` in the folder of application support.
@main
struct RecipesApp: App {
    private let library: RecipeLibrary

    init() {
        let arguments = CommandLine.arguments.dropFirst()
        let given = arguments.first { !$0.hasPrefix("-") && FileManager.default.fileExists(atPath: $0) }
        let folder = given.map { URL(filePath: $0) } ?? URL.applicationSupportDirectory.appending(path: "Recipes")
        do {
            library = try RecipeLibrary(folder: folder)
        } catch {
            fatalError("The recipes in \(folder.path) cannot be opened. \(error.localizedDescription)")
        }
        let library = library
        Task { await library.watch() }
        print("The recipes are in \(folder.path). Edit one while the app shows it.")
    }

    var body: some Scene {
        WindowGroup("Recipes") {
            RecipeList()
                .environment(library)
                .environment(\.managedObjectContext, library.container.viewContext)
        }
    }
}
