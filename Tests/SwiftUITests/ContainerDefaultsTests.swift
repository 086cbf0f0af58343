import CoreData
import Foundation
import StrataViewGraph
import Testing

@testable import SwiftUI

/// User defaults in a container's store.
@MainActor
struct ContainerDefaultsTests {
    nonisolated static let model: NSManagedObjectModel = {
        let entity = NSEntityDescription()
        entity.name = "UserDefault"
        let attributes: [(String, NSAttributeType)] = [
            ("owner", .stringAttributeType), ("key", .stringAttributeType), ("value", .binaryDataAttributeType),
        ]
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        entity.uniquenessConstraints = [["owner", "key"]]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()

    /// A store in a folder that is removed at the end of the test.
    final class Folder {
        let url = URL(filePath: NSTemporaryDirectory()).appending(path: "strata-container-\(UUID().uuidString)")

        deinit { try? FileManager.default.removeItem(at: url) }

        /// Opens the store, as another server does.
        func container() throws -> NSPersistentContainer {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            let container = NSPersistentContainer(name: "Defaults", managedObjectModel: ContainerDefaultsTests.model)
            let description = container.persistentStoreDescriptions[0]
            description.url = url.appending(path: "Defaults.sqlite")
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
            description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
            var failure: (any Error)?
            container.loadPersistentStores { _, error in failure = error }
            if let failure { throw failure }
            return container
        }
    }

    /// Waits until a condition holds. The limit only ends a hang.
    private func waitUntil(_ isFulfilled: @MainActor () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while !isFulfilled(), .now < end { try await Task.sleep(for: .milliseconds(1)) }
    }

    struct Reader: View {
        @AppStorage("color") private var color = "none"

        var body: some View {
            Text(color)
            Button("Blue") { color = "blue" }
        }
    }

    @Test func `each owner has values of its own, which the next process reads`() throws {
        let folder = Folder()
        let container = try folder.container()
        container.userDefaults(of: "ada").set("red", forKey: "color")
        container.userDefaults(of: "grace").set(3, forKey: "color")
        #expect(container.userDefaults(of: "ada").string(forKey: "color") == "red")
        #expect(container.userDefaults(of: "grace").integer(forKey: "color") == 3)
        #expect(container.userDefaults().object(forKey: "color") == nil)
        let next = try folder.container()
        #expect(next.userDefaults(of: "ada").string(forKey: "color") == "red")
        #expect(UserDefaults.standard.object(forKey: "color") == nil)
    }

    @Test func `a removed value is removed from the store`() throws {
        let folder = Folder()
        let container = try folder.container()
        let defaults = container.userDefaults()
        defaults.set(1, forKey: "a")
        defaults.set(2, forKey: "b")
        defaults.removeObject(forKey: "a")
        let objects = try container.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "UserDefault"))
        #expect(objects.map { $0.value(forKey: "key") as? String } == ["b"])
        #expect(defaults.dictionaryRepresentation()["b"] as? Int == 2)
    }

    @Test func `equal arguments return the same defaults`() throws {
        let folder = Folder()
        let container = try folder.container()
        let defaults = container.userDefaults(of: "ada")
        #expect(container.userDefaults(of: "ada") === defaults)
        #expect(container.userDefaults(of: "grace") !== defaults)
        withExtendedLifetime(folder) {}
    }

    @Test func `views read and write the values, and show those that another server writes`() async throws {
        let folder = Folder()
        let (here, there) = (try folder.container(), try folder.container())
        let shown = Shown(Reader().defaultAppStorage(here.userDefaults(of: "ada")))
        let other = there.userDefaults(of: "ada")
        #expect(shown.texts.first == "none")
        shown.press("Blue")
        #expect(shown.texts.first == "blue")
        try await waitUntil { other.string(forKey: "color") == "blue" }
        #expect(other.string(forKey: "color") == "blue")
        other.set("green", forKey: "color")
        try await waitUntil {
            shown.update()
            return shown.texts.first == "green"
        }
        #expect(shown.texts.first == "green")
        withExtendedLifetime(folder) {}
    }

    @Test func `an object that the app changes itself is shown`() async throws {
        let folder = Folder()
        let container = try folder.container()
        let defaults = container.userDefaults(of: "ada")
        defaults.set("red", forKey: "color")
        let shown = Shown(Reader().defaultAppStorage(defaults))
        let objects = try container.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "UserDefault"))
        objects.forEach(container.viewContext.delete)
        try container.viewContext.save()
        try await waitUntil {
            shown.update()
            return shown.texts.first == "none"
        }
        #expect(shown.texts.first == "none")
        withExtendedLifetime(folder) {}
    }
}
