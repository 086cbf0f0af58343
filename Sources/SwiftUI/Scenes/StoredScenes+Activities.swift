import CoreData
import Foundation
import StrataUserActivity
import StrataViewGraph

// The activities that people can search for are rows of the same table, so that versions of Strata
// without a search can open the store. Their names are none that a tab could present
// (`SceneSession.isName(_:)`). They are removed with the scenes that were not seen for as long.
extension StoredScenes {
    private static let prefix = "activity "

    func loadActivities(of owner: String?) async throws -> [SavedUserActivity] {
        // The first change makes the file, so an app without scenes and activities has none.
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        let context = try context()
        return try await context.perform {
            defer { context.reset() }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Scene")
            let ownerPredicate = owner.map { NSPredicate(format: "owner == %@", $0) } ?? NSPredicate(format: "owner == nil")
            request.predicate = NSCompoundPredicate(
                andPredicateWithSubpredicates: [ownerPredicate, NSPredicate(format: "name BEGINSWITH %@", Self.prefix)])
            return try context.fetch(request).compactMap(Self.activity)
        }
    }

    func saveActivities(_ activities: [SavedUserActivity], of owner: String?, removing ids: [String]) async throws {
        let context = try context()
        try await context.perform {
            defer { context.reset() }
            let wanted = (activities.map(\.id) + ids).map { Self.prefix + $0 }
            let known = try context.fetch(Self.request("name IN %@", wanted))
            var objects = Dictionary(known.map { ($0.value(forKey: "name") as? String ?? "", $0) }) { first, _ in first }
            for id in ids { if let object = objects.removeValue(forKey: Self.prefix + id) { context.delete(object) } }
            for activity in activities {
                let name = Self.prefix + activity.id
                let object = objects[name] ?? NSManagedObject(entity: Self.entity, insertInto: context)
                object.setValue(name, forKey: "name")
                object.setValue(owner, forKey: "owner")
                object.setValue(activity.lastCurrent, forKey: "lastSeen")
                object.setValue(try activity.record.encoded(), forKey: "values")
            }
            if context.hasChanges { try context.save() }
        }
    }

    /// Returns the activity of a row; nil for one that another version of Strata has written in
    /// another way.
    private static func activity(_ object: NSManagedObject) -> SavedUserActivity? {
        guard let name = object.value(forKey: "name") as? String, let data = object.value(forKey: "values") as? Data,
            // Ignored: nothing can continue an activity that this version cannot decode.
            let record = try? UserActivityRecord(encoded: data)
        else { return nil }
        return SavedUserActivity(
            id: String(name.dropFirst(prefix.count)), record: record,
            lastCurrent: object.value(forKey: "lastSeen") as? Date ?? .distantPast)
    }
}
