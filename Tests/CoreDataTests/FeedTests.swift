@testable import CoreData
import Foundation
import Testing

/// Real feeds through the importer's path: batch insertion under the object trump policy.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct FeedTests {
    private func load(_ name: String) throws -> [[String: Any]] {
        let data = try Data(contentsOf: SharedData.folder.appending(path: "feeds/\(name).geojson"))
        let feed = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let features = try #require(feed["features"] as? [[String: Any]])
        return features.compactMap { feature in
            guard let properties = feature["properties"] as? [String: Any], let code = properties["code"] as? String,
                let magnitude = properties["mag"] as? NSNumber, let time = properties["time"] as? NSNumber
            else { return nil }
            return [
                "code": code, "magnitude": magnitude.floatValue, "place": properties["place"] as? String ?? NSNull(),
                "time": Date(timeIntervalSince1970: time.doubleValue / 1_000),
            ]
        }
    }

    @Test func dayWeekAndDayAgainLeaveTheWeek() throws {
        let store = try TestStore(history: true)
        let context = store.context()
        let (day, week) = (try load("usgs_m1.0_day_2022-04"), try load("usgs_m1.0_week_2022-04"))
        #expect(day.count == 160 && week.count == 1_405)
        nonisolated(unsafe) let imports = [day, week, day]
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            var counts: [Int] = []
            for rows in imports {
                _ = try context.execute(NSBatchInsertRequest(entityName: "Quake", objects: rows))
                counts.append(try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")))
            }
            #expect(counts == [160, 1_405, 1_405])
            let history = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(history) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            let kinds = transactions.map { transaction in
                [.insert, .update, .delete].map { type in (transaction.changes ?? []).count { $0.changeType == type } }
            }
            #expect(kinds == [[160, 0, 0], [1_245, 160, 0], [0, 160, 0]])
        }
    }

    @Test func theLiveListFollowsAnImport() throws {
        let store = try TestStore(history: true)
        let (view, importer) = (store.context(), store.context())
        importer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let container = store.container
        nonisolated(unsafe) let rows = try load("usgs_all_week_2018-06")
        #expect(rows.count == 4_711)
        try view.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
            request.predicate = NSPredicate(format: "place CONTAINS[cd] %@", "alaska")
            let results = try LiveResults.shared(request: request, sectionKey: nil, in: view)
            for start in stride(from: 0, to: rows.count, by: 500) {
                let batch = Array(rows[start..<min(start + 500, rows.count)])
                nonisolated(unsafe) let request = NSBatchInsertRequest(entityName: "Quake", objects: batch)
                request.resultType = .objectIDs
                let result = try importer.performAndWait { try importer.execute(request) as? NSBatchInsertResult }
                NSManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: [NSInsertedObjectsKey: result?.result ?? []], into: [view]
                )
            }
            let expected = rows.compactMap { row in
                (row["place"] as? String).flatMap { $0.lowercased().contains("alaska") ? row["time"] as? Date : nil }
            }
            #expect((0..<results.count).map { (results.object(at: $0) as? Quake)?.time } == expected.sorted(by: >))
            #expect(results.count > 300)
            _ = container
        }
    }
}
