import Foundation
import SwiftData
import Testing

@Model final class RefAuthor {
    var name: String
    var age: Int
    var alias: String?
    var born: Date?
    var level: RefLevel = RefLevel.low
    var mentor: RefAuthor?
    @Relationship(inverse: \RefAuthor.mentor) var pupils: [RefAuthor] = []
    @Relationship(deleteRule: .cascade, inverse: \RefWork.author) var works: [RefWork] = []
    @Relationship(inverse: \RefPrize.winner) var prizes: [RefPrize]?
    @Transient var mood: String = "fine"
    var shout: String { name.uppercased() }
    init(_ name: String, _ age: Int, alias: String? = nil, mentor: RefAuthor? = nil) {
        self.name = name
        self.age = age
        self.alias = alias
        self.mentor = mentor
    }
}
@Model final class RefWork {
    var title: String
    var pages: Int
    var author: RefAuthor?
    init(_ title: String, _ pages: Int) {
        self.title = title
        self.pages = pages
    }
}
@Model final class RefPrize {
    var name: String
    var winner: RefAuthor?
    init(_ name: String) { self.name = name }
}

protocol RefNamed: PersistentModel {
    var name: String { get set }
}
extension RefAuthor: RefNamed {}
extension RefPrize: RefNamed {}

func refNamed<M: RefNamed>(_ name: String, in context: ModelContext) throws -> [M] {
    try context.fetch(FetchDescriptor<M>(predicate: #Predicate { $0.name == name }))
}
func refNames<M: RefNamed>(_ type: M.Type, in context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<M>(sortBy: [SortDescriptor(\M.name)])).map(\.name)
}

/// The place of the authors at the time of the fetch.
enum RefStage: CaseIterable { case pending, stored, changed, otherContext }

@Suite struct PredicateSemanticsTests {
    struct Library {
        let context: ModelContext
        let ann, bob, cid, dee: RefAuthor

        func names(_ predicate: Predicate<RefAuthor>) throws -> String {
            let sort = [SortDescriptor(\RefAuthor.name)]
            let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: sort)).map(\.name).joined()
            let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
            #expect(count == found.count)
            return found
        }
    }

    /// A: 30, alias "Ä b", works of 100 and 300 pages, one prize.
    /// B: 40, mentor A, one work of 50 pages. C: 50, mentor B, prizes empty. D: 60, alone.
    private func makeLibrary(_ stage: RefStage) throws -> Library {
        let container = try refContainer(RefAuthor.self)
        var context = ModelContext(container)
        let wrong = stage == .changed
        let a = RefAuthor(wrong ? "?" : "A", wrong ? 0 : 30, alias: wrong ? nil : "Ärger bee")
        let b = RefAuthor("B", wrong ? 1 : 40, mentor: wrong ? nil : a)
        let c = RefAuthor("C", 50, alias: wrong ? "wrong" : nil, mentor: b)
        let d = RefAuthor("D", 60)
        for author in [a, b, c, d] { context.insert(author) }
        if wrong { try context.save() }
        a.name = "A"
        a.age = 30
        a.alias = "Ärger bee"
        a.born = Date(timeIntervalSinceReferenceDate: 10)
        a.level = .high
        a.works = [RefWork("long", 300), RefWork("short", 100)]
        a.prizes = [RefPrize("gold")]
        b.age = 40
        b.mentor = a
        b.works.append(RefWork("tiny", 50))
        c.alias = nil
        c.prizes = []
        if stage == .stored || stage == .otherContext { try context.save() }
        guard stage == .otherContext else { return Library(context: context, ann: a, bob: b, cid: c, dee: d) }
        context = ModelContext(container)
        let all = try context.fetch(FetchDescriptor<RefAuthor>(sortBy: [SortDescriptor(\.name)]))
        try #require(all.count == 4)
        return Library(context: context, ann: all[0], bob: all[1], cid: all[2], dee: all[3])
    }

    @Test(arguments: RefStage.allCases) func `comparisons and logic and arithmetic`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        let (low, high) = (35, 55)
        let range = low..<high
        #expect(try library.names(#Predicate { $0.age == 30 }) == "A")
        #expect(try library.names(#Predicate { $0.age != 30 }) == "BCD")
        #expect(try library.names(#Predicate { $0.age >= 50 }) == "CD")
        #expect(try library.names(#Predicate { $0.age > low && $0.age < high }) == "BC")
        #expect(try library.names(#Predicate { $0.age < low || $0.age > high }) == "AD")
        #expect(try library.names(#Predicate { !($0.age < low) }) == "BCD")
        #expect(try library.names(#Predicate { $0.age + 10 == 50 }) == "B")
        #expect(try library.names(#Predicate { $0.age * 2 > 90 }) == "CD")
        #expect(try library.names(#Predicate { range.contains($0.age) }) == "BC")
        #expect(try library.names(#Predicate { (40...50).contains($0.age) }) == "BC")
        #expect(try library.names(#Predicate { _ in true }) == "ABCD")
        #expect(try library.names(#Predicate { _ in false }) == "")
    }

    @Test(arguments: RefStage.allCases) func `text functions`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        let search = "arger"
        #expect(try library.names(#Predicate { $0.name.contains("A") }) == "A")
        #expect(try library.names(#Predicate { $0.name.contains("a") }) == "")
        #expect(try library.names(#Predicate { $0.name.starts(with: "B") }) == "B")
        #expect(try library.names(#Predicate { $0.name.localizedStandardContains("a") }) == "A")
        #expect(try library.names(#Predicate { $0.alias?.localizedStandardContains(search) ?? false }) == "A")
        #expect(try library.names(#Predicate { $0.alias?.localizedStandardContains(search) == true }) == "A")
        #expect(try library.names(#Predicate { $0.alias?.contains("bee") == true }) == "A")
        #expect(try library.names(#Predicate { $0.alias?.contains("bee") != true }) == "BCD")
        #expect(try library.names(#Predicate { $0.name.isEmpty }) == "")
    }

    @Test(arguments: RefStage.allCases) func `nil and optionals`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        let now = Date(timeIntervalSinceReferenceDate: 50)
        #expect(try library.names(#Predicate { $0.alias == nil }) == "BCD")
        #expect(try library.names(#Predicate { $0.alias != nil }) == "A")
        #expect(try library.names(#Predicate { ($0.alias ?? "none") == "none" }) == "BCD")
        #expect(try library.names(#Predicate { $0.born != nil && $0.born! < now }) == "A")
        #expect(try library.names(#Predicate { $0.born.flatMap { $0 < now } ?? false }) == "A")
        #expect(try library.names(#Predicate { $0.born.flatMap { $0 < now } ?? true }) == "ABCD")
        #expect(
            try library.names(
                #Predicate { author in
                    if let born = author.born { born < now } else { author.age == 60 }
                }) == "AD")
    }

    @Test(arguments: RefStage.allCases) func `if and else chains`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        for (search, expected) in [("", "ABCD"), ("B", "B")] {
            #expect(
                try library.names(
                    #Predicate { author in
                        if search.isEmpty { true } else { author.name == search }
                    }) == expected)
            #expect(
                try library.names(
                    #Predicate { author in
                        if search.isEmpty { return true } else { return author.name.localizedStandardContains(search) }
                    }) == expected)
        }
        #expect(
            try library.names(
                #Predicate { author in
                    if author.age < 35 { true } else if author.age < 55 { author.name == "C" } else { false }
                }) == "AC")
        #expect(try library.names(#Predicate { $0.age > 45 ? $0.name == "D" : $0.name == "A" }) == "AD")
    }

    @Test(arguments: RefStage.allCases) func `paths through references`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        let id = library.ann.persistentModelID
        let other = library.bob.persistentModelID
        #expect(try library.names(#Predicate { $0.mentor == nil }) == "AD")
        #expect(try library.names(#Predicate { $0.mentor != nil }) == "BC")
        #expect(try library.names(#Predicate { $0.mentor?.name == "A" }) == "B")
        #expect(try library.names(#Predicate { $0.mentor?.name != "A" }) == "ACD")
        #expect(try library.names(#Predicate { $0.mentor?.mentor?.name == "A" }) == "C")
        #expect(try library.names(#Predicate { $0.mentor?.alias == nil }) == "ACD")
        #expect(try library.names(#Predicate { $0.mentor?.mentor == nil }) == "ABD")
        #expect(try library.names(#Predicate { ($0.mentor?.age ?? 0) > 35 }) == "C")
        #expect(try library.names(#Predicate { $0.persistentModelID == id }) == "A")
        #expect(try library.names(#Predicate { $0.persistentModelID != id }) == "BCD")
        #expect(try library.names(#Predicate { $0.id == id }) == "A")
        #expect(try library.names(#Predicate { $0.mentor?.persistentModelID == id }) == "B")
        #expect(try library.names(#Predicate { $0.mentor?.id == id }) == "B")
        #expect(try library.names(#Predicate { $0.mentor?.mentor?.persistentModelID == id }) == "C")
        let ids = [id, other]
        #expect(try library.names(#Predicate { ids.contains($0.persistentModelID) }) == "AB")
        let set = Set(ids)
        #expect(try library.names(#Predicate { set.contains($0.persistentModelID) }) == "AB")
    }

    @Test(arguments: RefStage.allCases) func `lists of models`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        #expect(try library.names(#Predicate { $0.works.isEmpty }) == "CD")
        #expect(try library.names(#Predicate { !$0.works.isEmpty }) == "AB")
        #expect(try library.names(#Predicate { $0.works.isEmpty == false }) == "AB")
        #expect(try library.names(#Predicate { $0.works.count == 2 }) == "A")
        #expect(try library.names(#Predicate { $0.works.count < 1 }) == "CD")
        #expect(try library.names(#Predicate { $0.works.contains { $0.pages > 200 } }) == "A")
        #expect(try library.names(#Predicate { $0.works.contains(where: { $0.title == "tiny" }) }) == "B")
        #expect(try library.names(#Predicate { !$0.works.contains { $0.pages > 60 } }) == "BCD")
        #expect(try library.names(#Predicate { $0.works.allSatisfy { $0.pages >= 100 } }) == "ACD")
        #expect(try library.names(#Predicate { $0.works.filter { $0.pages < 200 }.count == 1 }) == "AB")
        #expect(try library.names(#Predicate { $0.works.filter { $0.pages > 20 }.count > 1 }) == "A")
        #expect(try library.names(#Predicate { author in author.works.contains { $0.pages > author.age } }) == "AB")
        #expect(try library.names(#Predicate { $0.pupils.contains { $0.name == "C" } }) == "B")
        #expect(try library.names(#Predicate { $0.pupils.contains { $0.pupils.contains { $0.name == "C" } } }) == "A")
    }

    @Test(arguments: RefStage.allCases)
    func `optional lists of models`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        #expect(try library.names(#Predicate { $0.prizes?.contains { $0.name == "gold" } == true }) == "A")
        #expect(try library.names(#Predicate { $0.prizes?.contains { $0.name == "gold" } ?? false }) == "A")
        #expect(try library.names(#Predicate { $0.prizes.flatMap { $0.contains { $0.name == "gold" } } ?? false }) == "A")
        #expect(try library.names(#Predicate { ($0.prizes?.count ?? 0) == 1 }) == "A")
        #expect(try library.names(#Predicate { $0.prizes?.isEmpty == false }) == "A")
    }

    @Test(arguments: RefStage.allCases) func `captured values`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        let names = ["A", "D", "Z"]
        let set: Set = [30, 50]
        let empty: [String] = []
        let level = RefLevel.high
        let place = RefPlace(city: "B", zip: 40)
        let ann = library.ann
        let annName = ann.name
        let missing: String? = nil
        #expect(try library.names(#Predicate { names.contains($0.name) }) == "AD")
        #expect(try library.names(#Predicate { !names.contains($0.name) }) == "BC")
        #expect(try library.names(#Predicate { set.contains($0.age) }) == "AC")
        #expect(try library.names(#Predicate { empty.contains($0.name) }) == "")
        #expect(try library.names(#Predicate { $0.level == level }) == "A")
        #expect(try library.names(#Predicate { $0.name == place.city }) == "B")
        #expect(try library.names(#Predicate { $0.name == annName }) == "A")
        #expect(try library.names(#Predicate { $0.alias == missing }) == "BCD")
    }

    @Test(arguments: RefStage.allCases) func `sorts by every kind of key`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        func names(_ sorts: SortDescriptor<RefAuthor>...) throws -> String {
            try library.context.fetch(FetchDescriptor(sortBy: sorts)).map(\.name).joined()
        }
        #expect(try names(SortDescriptor(\.age)) == "ABCD")
        #expect(try names(SortDescriptor(\.age, order: .reverse)) == "DCBA")
        #expect(try names(SortDescriptor(\.alias), SortDescriptor(\.age)) == "BCDA")
        #expect(try names(SortDescriptor(\.alias, order: .reverse), SortDescriptor(\.age)) == "ABCD")
        #expect(try names(SortDescriptor(\.born), SortDescriptor(\.age, order: .reverse)) == "DCBA")
        #expect(try names(SortDescriptor(\.mentor?.name), SortDescriptor(\.age)) == "ADBC")
        #expect(try names(SortDescriptor(\.mentor?.age, order: .reverse), SortDescriptor(\.name)) == "CBAD")
        #expect(try names(SortDescriptor(\.name, comparator: .lexical, order: .reverse)) == "DCBA")
        #expect(try names(SortDescriptor(\.name, comparator: .localizedStandard)) == "ABCD")
        #expect(try names(SortDescriptor(\.age), SortDescriptor(\.persistentModelID)) == "ABCD")
        let byID = try names(SortDescriptor(\.persistentModelID))
        let again = try names(SortDescriptor(\.persistentModelID))
        #expect(byID == again)
        #expect(Set(byID) == ["A", "B", "C", "D"])
    }

    @Test func `text sorts by the localized standard and by characters`() throws {
        let context = ModelContext(try refContainer(RefPrize.self))
        for name in ["file10", "File2", "file1"] { context.insert(RefPrize(name)) }
        for _ in 0..<2 {
            let localized = try context.fetch(FetchDescriptor<RefPrize>(sortBy: [SortDescriptor(\.name)])).map(\.name)
            #expect(localized == ["file1", "File2", "file10"])
            let lexical = try context.fetch(FetchDescriptor<RefPrize>(sortBy: [SortDescriptor(\.name, comparator: .lexical)]))
            #expect(lexical.map(\.name) == ["File2", "file1", "file10"])
            try context.save()
        }
    }

    @Test(arguments: RefStage.allCases) func `limit and offset apply to the merged result`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        var descriptor = FetchDescriptor<RefAuthor>(sortBy: [SortDescriptor(\.name)])
        descriptor.fetchLimit = 2
        #expect(try library.context.fetch(descriptor).map(\.name) == ["A", "B"])
        #expect(try library.context.fetchCount(descriptor) == 2)
        descriptor.fetchOffset = 1
        #expect(try library.context.fetch(descriptor).map(\.name) == ["B", "C"])
        descriptor.fetchOffset = 3
        #expect(try library.context.fetch(descriptor).map(\.name) == ["D"])
        library.context.delete(library.bob)
        descriptor.fetchOffset = nil
        #expect(try library.context.fetch(descriptor).map(\.name) == ["A", "C"])
    }

    @Test func `a fetch without pending changes sees only the store and disturbs nothing`() throws {
        let library = try makeLibrary(.stored)
        let context = library.context
        library.ann.name = "Z"
        context.delete(library.dee)
        let work = RefWork("new", 1)
        let new = RefAuthor("N", 1)
        new.works = [work]
        context.insert(new)
        var descriptor = FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.name == "A" || $0.name == "D" || $0.name == "N" })
        descriptor.includePendingChanges = false
        #expect(try context.fetchCount(descriptor) == 2)
        _ = try context.fetch(descriptor)
        #expect(library.ann.name == "Z")
        #expect(work.author === new)
        try context.save()
        let read = try ModelContext(context.container).fetch(
            FetchDescriptor<RefWork>(predicate: #Predicate { $0.title == "new" }))
        #expect(read.first?.author?.name == "N")
    }

    @Test func `hints of a descriptor change no result`() throws {
        let library = try makeLibrary(.otherContext)
        var descriptor = FetchDescriptor<RefAuthor>(sortBy: [SortDescriptor(\.name)])
        descriptor.propertiesToFetch = [\.name]
        descriptor.relationshipKeyPathsForPrefetching = [\.works, \.mentor]
        let found = try ModelContext(library.context.container).fetch(descriptor)
        #expect(found.map(\.age) == [30, 40, 50, 60])
        #expect(found.map(\.works.count) == [2, 1, 0, 0])
    }

    @Test func `computed and transient properties throw in a predicate and a sort`() throws {
        let library = try makeLibrary(.stored)
        let context = library.context
        #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.shout == "A" }))
        }
        #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.mood == "fine" }))
        }
        #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<RefAuthor>(sortBy: [SortDescriptor(\.shout)])) }
        do {
            _ = try context.fetchCount(FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.shout == "A" }))
            Issue.record("no error")
        } catch {
            #expect("\(error)".contains("shout"))
        }
    }

    @Test(arguments: RefStage.allCases) func `generic functions over a protocol find and sort`(stage: RefStage) throws {
        let library = try makeLibrary(stage)
        let authors: [RefAuthor] = try refNamed("B", in: library.context)
        #expect(authors == [library.bob])
        let prizes: [RefPrize] = try refNamed("gold", in: library.context)
        #expect(prizes.map(\.name) == ["gold"])
        #expect(try refNames(RefAuthor.self, in: library.context) == ["A", "B", "C", "D"])
        #expect(try refNames(RefPrize.self, in: library.context) == ["gold"])
    }

    @Test(arguments: RefStage.allCases) func `delete with a predicate deletes what it finds and cascades`(stage: RefStage) throws
    {
        let library = try makeLibrary(stage)
        let context = library.context
        try context.delete(model: RefAuthor.self, where: #Predicate { $0.age < 35 })
        #expect(try library.names(#Predicate { _ in true }) == "BCD")
        try context.save()
        let fresh = ModelContext(context.container)
        #expect(try fresh.fetchCount(FetchDescriptor<RefAuthor>()) == 3)
        #expect(try fresh.fetch(FetchDescriptor<RefWork>()).map(\.title) == ["tiny"])
        #expect(try fresh.fetch(FetchDescriptor<RefPrize>()).first?.winner == nil)
        #expect(library.bob.mentor == nil)
    }

    @Test func `fetchIdentifiers gives the identifiers of the models`() throws {
        let library = try makeLibrary(.stored)
        let predicate = #Predicate<RefAuthor> { $0.age > 45 }
        let ids = try library.context.fetchIdentifiers(FetchDescriptor(predicate: predicate))
        #expect(Set(ids) == [library.cid.persistentModelID, library.dee.persistentModelID])
        let new = RefAuthor("N", 99)
        library.context.insert(new)
        let more = try library.context.fetchIdentifiers(FetchDescriptor(predicate: predicate))
        #expect(more.count == 3)
        #expect(more.contains(new.persistentModelID))
    }
}
