import Foundation
import Testing

@testable import StrataUserActivity

/// The search for saved activities.
struct UserActivityIndexTests {
    private let start = Date(timeIntervalSince1970: 1_000_000)

    private func record(
        _ title: String?, _ keywords: Set<String> = [], id: String? = nil, expiration: Date? = nil, isEligible: Bool = true
    ) -> UserActivityRecord {
        let activity = NSUserActivity(activityType: "recipe")
        activity.title = title
        activity.keywords = keywords
        activity.persistentIdentifier = id
        activity.expirationDate = expiration
        activity.isEligibleForSearch = isEligible
        return UserActivityRecord(activity)
    }

    /// An index with records, each of which was current a second after the one before.
    private func index(_ records: UserActivityRecord...) -> UserActivityIndex {
        var index = UserActivityIndex()
        for (number, record) in records.enumerated() {
            _ = index.insert(record, id: "\(number)", at: start.addingTimeInterval(Double(number)))
        }
        return index
    }

    private func titles(_ text: String, in index: UserActivityIndex, after seconds: Double = 100) -> [String?] {
        index.find(text, at: start.addingTimeInterval(seconds)).map(\.record.title)
    }

    @Test(arguments: ["crème", "CREME", "cre", "bru cr", "dessert", "DÉS", "crème-brûlée"])
    func `a text finds an activity by the beginnings of words of its title and keywords`(text: String) {
        #expect(titles(text, in: index(record("Crème brûlée", ["Dessert"]), record("Miso soup"))) == ["Crème brûlée"])
    }

    @Test(arguments: ["reme", "crème soup", "x", "dessertwine"])
    func `a text with a word that begins no word finds nothing`(text: String) {
        #expect(titles(text, in: index(record("Crème brûlée", ["Dessert"]), record("Miso soup"))) == [])
    }

    @Test(arguments: ["", "  ", "–"])
    func `a text without words finds all, the last current one first`(text: String) {
        #expect(titles(text, in: index(record("A"), record("B"), record("C"))) == ["C", "B", "A"])
    }

    @Test func `a search finds 20 activities at most`() {
        var index = UserActivityIndex()
        for number in 1...30 { _ = index.insert(record("Note \(number)"), id: "\(number)", at: start) }
        #expect(index.find("note", at: start).count == 20)
    }

    @Test func `only eligible activities with a title are saved`() {
        #expect(index(record("A", isEligible: false)).isEmpty)
        #expect(index(record(nil)).isEmpty)
        #expect(index(record(" ")).isEmpty)
        #expect(index(record("A", expiration: start)).isEmpty)
        #expect(index(record("A")).count == 1)
    }

    @Test func `a persistent identifier decides which activity is replaced`() {
        let replaced = index(record("A", id: "1"), record("B", id: "2"), record("C", id: "1"))
        #expect(titles("", in: replaced) == ["C", "B"])
        #expect(replaced.activity("0", at: start)?.record.title == "C")
        #expect(titles("a", in: replaced) == [])
    }

    @Test func `without an identifier, the content decides which activity is replaced`() {
        let note = NSUserActivity(activityType: "note")
        note.isEligibleForSearch = true
        var index = UserActivityIndex()
        for (title, number) in [("Half a ti", 1), ("Half a title", 1), ("Another", 2)] {
            note.title = title
            note.userInfo = ["note": number]
            _ = index.insert(UserActivityRecord(note), id: title, at: start)
        }
        #expect(index.count == 2)
        #expect(titles("half", in: index) == ["Half a title"])
        note.targetContentIdentifier = "note 2"
        _ = index.insert(UserActivityRecord(note), id: "3", at: start)
        note.userInfo = nil
        note.title = "Renamed"
        _ = index.insert(UserActivityRecord(note), id: "4", at: start)
        #expect(titles("another", in: index) == ["Another"])
        #expect(titles("renamed", in: index) == ["Renamed"])
        #expect(index.count == 3)
    }

    @Test func `activities are deleted by their persistent identifiers, or all`() {
        var saved = index(record("A", id: "1"), record("B", id: "2"), record("C"))
        let some = saved.remove(["1", "9"])
        #expect(some == ["0"])
        #expect(titles("", in: saved) == ["C", "B"])
        let all = saved.remove(nil)
        #expect(Set(all) == ["1", "2"])
        #expect(saved.isEmpty)
    }

    @Test func `an activity is not found from its expiration date on`() {
        var saved = index(record("A", expiration: start.addingTimeInterval(10)), record("B"))
        #expect(titles("", in: saved, after: 9) == ["B", "A"])
        #expect(titles("", in: saved, after: 10) == ["B"])
        #expect(saved.activity("0", at: start.addingTimeInterval(10)) == nil)
        let expired = saved.removeExpired(at: start.addingTimeInterval(10), lastCurrentBefore: start)
        #expect(expired == ["0"])
        let old = saved.removeExpired(at: start.addingTimeInterval(10), lastCurrentBefore: start.addingTimeInterval(2))
        #expect(old == ["1"])
    }

    @Test func `the activity that was not current for the longest time makes room`() {
        var saved = UserActivityIndex()
        for number in 0..<500 {
            let change = saved.insert(record("Note \(number)"), id: "\(number)", at: start.addingTimeInterval(Double(number)))
            #expect(change?.removed == [])
        }
        // The first one is current again.
        _ = saved.insert(record("Note 0"), id: "x", at: start.addingTimeInterval(1_000))
        let change = saved.insert(record("Last"), id: "y", at: start.addingTimeInterval(1_001))
        #expect(change?.removed == ["1"])
        #expect(saved.count == 500)
        #expect(saved.activity("0", at: start) != nil)
    }

    @Test func `a stored activity does not replace a newer one of the same content`() {
        var saved = index(record("New", id: "1"))
        let older = SavedUserActivity(id: "old", record: record("Old", id: "1"), lastCurrent: start.addingTimeInterval(-5))
        let rejected = saved.restore(older)
        #expect(rejected == ["old"])
        #expect(titles("", in: saved) == ["New"])
        let newer = SavedUserActivity(id: "new", record: record("Newer", id: "1"), lastCurrent: start.addingTimeInterval(5))
        let replaced = saved.restore(newer)
        #expect(replaced == ["0"])
        #expect(titles("", in: saved) == ["Newer"])
    }
}
