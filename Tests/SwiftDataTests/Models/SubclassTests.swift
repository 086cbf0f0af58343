import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

enum OutTravel {
    @Model class Journey {
        var name: String
        var price: Double
        var folder: Folder?

        init(name: String, price: Double = 0) {
            self.name = name
            self.price = price
        }
    }

    @Model final class Business: Journey {
        var company: String
        var perDiem: Double = 10

        init(name: String, price: Double = 0, company: String) {
            self.company = company
            super.init(name: name, price: price)
        }
    }

    @Model final class Personal: Journey {
        enum Reason: String, Codable { case family, reunion, unknown }

        var reason: Reason

        init(name: String, price: Double = 0, reason: Reason = .unknown) {
            self.reason = reason
            super.init(name: name, price: price)
        }
    }

    @Model final class Folder {
        var title: String
        @Relationship(deleteRule: .cascade, inverse: \Journey.folder) var journeys: [Journey] = []

        init(title: String) { self.title = title }
    }

    static func context() throws -> ModelContext {
        let container = try ModelContainer(
            for: Journey.self, Business.self, Personal.self, Folder.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Business(name: "Fair", price: 900, company: "ACME"))
        context.insert(Business(name: "Visit", price: 100, company: "Initech"))
        context.insert(Personal(name: "Family", price: 300, reason: .family))
        context.insert(Personal(name: "Old friends", price: 50, reason: .reunion))
        context.insert(Journey(name: "Plain", price: 500))
        return context
    }
}

@Suite struct SubclassTests {
    typealias Journey = OutTravel.Journey
    typealias Business = OutTravel.Business
    typealias Personal = OutTravel.Personal

    func check(_ predicate: Predicate<Journey>, _ names: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let context = try OutTravel.context()
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
        #expect(try context.fetch(descriptor).map(\.name) == names, "pending", sourceLocation: sourceLocation)
        try context.save()
        #expect(try context.fetch(descriptor).map(\.name) == names, "saved", sourceLocation: sourceLocation)
        #expect(
            try ModelContext(context.container).fetch(descriptor).map(\.name) == names, "second context",
            sourceLocation: sourceLocation)
        let all = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Journey.name)]))
        let found = try all.filter { try predicate.evaluate($0) }.map(\.name)
        #expect(found == names, "in memory", sourceLocation: sourceLocation)
    }

    @Test func `a class test selects the models of a subclass`() throws {
        try check(#Predicate { $0 is Business }, ["Fair", "Visit"])
        try check(#Predicate { !($0 is Business) }, ["Family", "Old friends", "Plain"])
        try check(#Predicate { $0 is Business && $0.price > 500 }, ["Fair"])
        try check(#Predicate { $0 is Business || $0 is Personal }, ["Fair", "Family", "Old friends", "Visit"])
    }

    @Test func `a conditional cast reads a property of the subclass`() throws {
        try check(
            #Predicate { journey in
                if let personal = journey as? Personal {
                    personal.price > 100
                } else {
                    false
                }
            }, ["Family"])
        try check(#Predicate { ($0 as? Business)?.company == "ACME" }, ["Fair"])
    }

    @Test func `a cast compares an enumeration of the subclass, as in the session about inheritance`() throws {
        let reason = Personal.Reason.reunion
        try check(
            #Predicate { journey in
                if let personal = journey as? Personal {
                    personal.reason == reason
                } else {
                    false
                }
            }, ["Old friends"])
    }

    @Test func `a class test within a quantifier of a relationship`() throws {
        let context = try OutTravel.context()
        let work = OutTravel.Folder(title: "work")
        let rest = OutTravel.Folder(title: "rest")
        context.insert(work)
        context.insert(rest)
        for journey in try context.fetch(FetchDescriptor<Journey>()) {
            if journey is Business { work.journeys.append(journey) } else { rest.journeys.append(journey) }
        }
        let descriptor = FetchDescriptor<OutTravel.Folder>(
            predicate: #Predicate { $0.journeys.contains { $0 is Business } })
        #expect(try context.fetch(descriptor).map(\.title) == ["work"])
        try context.save()
        #expect(try ModelContext(context.container).fetch(descriptor).map(\.title) == ["work"])
        context.delete(work)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Business>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 3)
    }

    @Test func `a fetch of the base gives instances of the subclasses`() throws {
        let context = try OutTravel.context()
        try context.save()
        let all = try ModelContext(context.container).fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.price)]))
        #expect(all.map { String(describing: type(of: $0)) } == ["Personal", "Business", "Personal", "Journey", "Business"])
        #expect((all.last as? Business)?.company == "ACME")
        #expect((all.last as? Business)?.perDiem == 10)
    }

    @Test func `a fetch of a subclass filters and sorts by inherited properties`() throws {
        let context = try OutTravel.context()
        let descriptor = FetchDescriptor<Business>(
            predicate: #Predicate { $0.price >= 100 && $0.company != "" }, sortBy: [SortDescriptor(\.name, order: .reverse)])
        #expect(try context.fetch(descriptor).map(\.name) == ["Visit", "Fair"])
        try context.save()
        #expect(try ModelContext(context.container).fetch(descriptor).map(\.name) == ["Visit", "Fair"])
    }

    @Test func `a batch delete without subclasses deletes rows of the base only`() throws {
        let context = try OutTravel.context()
        try context.save()
        try context.delete(model: Journey.self, includeSubclasses: false)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 4)
        try context.delete(model: Journey.self, where: #Predicate { $0.price < 200 })
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Journey>()) == 2)
    }

    @Test func `a change of an inherited property by another context is reported to observers`() throws {
        let context = try OutTravel.context()
        try context.save()
        let acme = FetchDescriptor<Business>(predicate: #Predicate { $0.company == "ACME" })
        let fair = try #require(try context.fetch(acme).first)
        let changes = Mutex(0)
        withObservationTracking {
            _ = fair.price
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        let other = ModelContext(context.container)
        try #require(try other.fetch(acme).first).price = 1
        try other.save()
        context.processPendingChanges()
        #expect(changes.withLock { $0 } == 1)
        #expect(fair.price == 1)
    }
}
