import Foundation
import SwiftData
import Testing

enum OutTeam {
    @Model final class Player {
        #Unique<Player>([\.first, \.last])
        #Index<Player>([\.last], [\.last, \.first])
        var first: String
        var last: String
        var goals: Int
        var club: Club?
        @Relationship(deleteRule: .cascade, inverse: \Match.player) var matches: [Match] = []

        init(_ first: String, _ last: String, goals: Int = 0) {
            self.first = first
            self.last = last
            self.goals = goals
        }
    }

    @Model final class Club {
        @Attribute(.unique) var code: String
        var city: String?
        @Relationship(inverse: \Player.club) var players: [Player] = []

        init(code: String, city: String? = nil) {
            self.code = code
            self.city = city
        }
    }

    @Model final class Match {
        var day: Int
        var player: Player?
        init(day: Int) { self.day = day }
    }

    /// Refers to clubs and matches in one direction only.
    @Model final class Poster {
        var text: String
        @Relationship(inverse: nil) var club: Club?
        @Relationship(inverse: nil) var matches: [Match] = []
        init(text: String) { self.text = text }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Player.self, Club.self, Match.self, Poster.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
}

@Suite struct UniqueRelationshipTests {
    typealias Player = OutTeam.Player
    typealias Club = OutTeam.Club
    typealias Match = OutTeam.Match
    typealias Poster = OutTeam.Poster

    @Test func `saving an equal unique value updates the stored row`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        let first = Club(code: "FCB", city: "Bern")
        context.insert(first)
        try context.save()
        let id = first.persistentModelID
        let second = Club(code: "FCB", city: "Basel")
        context.insert(second)
        #expect(try context.fetchCount(FetchDescriptor<Club>()) == 2)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Club>()).map(\.city) == ["Basel"])
        #expect(second.persistentModelID == id)
        #expect(second.city == "Basel")
        #expect(try ModelContext(container).fetch(FetchDescriptor<Club>()).map(\.city) == ["Basel"])
    }

    @Test func `an upsert in a second context reaches the first`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        let club = Club(code: "FCZ")
        context.insert(club)
        try context.save()
        let other = ModelContext(container)
        other.insert(Club(code: "FCZ", city: "Zurich"))
        try other.save()
        #expect(try context.fetch(FetchDescriptor<Club>()).map(\.city) == ["Zurich"])
        #expect(club.city == "Zurich")
    }

    @Test func `a compound constraint needs all of its values`() throws {
        let context = ModelContext(try OutTeam.container())
        context.insert(Player("Ada", "L", goals: 1))
        context.insert(Player("Ada", "M", goals: 2))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Player>()) == 2)
        context.insert(Player("Ada", "L", goals: 5))
        try context.save()
        let found = try context.fetch(FetchDescriptor<Player>(sortBy: [SortDescriptor(\.last)]))
        #expect(found.map(\.goals) == [5, 2])
    }

    @Test func `two new models of one unique value become one row`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        context.insert(Club(code: "YB", city: "A"))
        context.insert(Club(code: "YB", city: "B"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Club>()) == 1)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Club>()) == 1)
        #expect(!context.hasChanges)
    }

    @Test func `an import repeated with the same keys keeps one row each`() throws {
        let container = try OutTeam.container()
        for round in 1...3 {
            let context = ModelContext(container)
            for code in ["A", "B", "C"] { context.insert(Club(code: code, city: "\(round)")) }
            try context.save()
        }
        let clubs = try ModelContext(container).fetch(FetchDescriptor<Club>(sortBy: [SortDescriptor(\.code)]))
        #expect(clubs.map(\.code) == ["A", "B", "C"])
        #expect(clubs.map(\.city) == ["3", "3", "3"])
    }

    @Test func `changing a value to one that is in use never ends the program`() throws {
        let context = ModelContext(try OutTeam.container())
        let a = Club(code: "A")
        let b = Club(code: "B")
        context.insert(a)
        context.insert(b)
        try context.save()
        b.code = "A"
        try? context.save()
        context.rollback()
        #expect(try Set(ModelContext(context.container).fetch(FetchDescriptor<Club>()).map(\.code)).contains("A"))
    }

    @Test func `an upsert sets the to-one of the incoming model`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        let old = Club(code: "old")
        let new = Club(code: "new")
        context.insert(old)
        context.insert(new)
        let player = Player("Ada", "L")
        context.insert(player)
        player.club = old
        try context.save()
        let incoming = Player("Ada", "L", goals: 3)
        context.insert(incoming)
        incoming.club = new
        try context.save()
        let check = ModelContext(container)
        let stored = try #require(try check.fetch(FetchDescriptor<Player>()).first)
        #expect(try check.fetchCount(FetchDescriptor<Player>()) == 1)
        #expect(stored.club?.code == "new")
        let clubs = try check.fetch(FetchDescriptor<Club>(sortBy: [SortDescriptor(\.code)]))
        #expect(clubs.map(\.players.count) == [1, 0])
    }

    @Test func `an upsert keeps no members but those of the incoming model`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        let player = Player("Ada", "L")
        context.insert(player)
        player.matches = [Match(day: 1), Match(day: 2)]
        try context.save()
        let incoming = Player("Ada", "L")
        context.insert(incoming)
        incoming.matches = [Match(day: 3)]
        try context.save()
        let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Player>()).first)
        #expect(stored.matches.map(\.day).sorted() == [3])
    }

    @Test func `a one-way to-one forgets a deleted model`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        let club = Club(code: "A")
        let poster = Poster(text: "p")
        context.insert(poster)
        poster.club = club
        try context.save()
        #expect(club.players.isEmpty)
        context.delete(club)
        try context.save()
        #expect(poster.club == nil)
        let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Poster>()).first)
        #expect(stored.club == nil)
    }

    @Test func `a one-way to-many keeps its members and forgets a deleted one`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        let matches = [Match(day: 1), Match(day: 2), Match(day: 3)]
        let poster = Poster(text: "p")
        context.insert(poster)
        poster.matches = matches
        try context.save()
        #expect(matches.allSatisfy { $0.player == nil })
        context.delete(matches[1])
        try context.save()
        #expect(poster.matches.map(\.day).sorted() == [1, 3])
        let other = ModelContext(container)
        let stored = try #require(try other.fetch(FetchDescriptor<Poster>()).first)
        #expect(stored.matches.map(\.day).sorted() == [1, 3])
        other.delete(stored)
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Match>()) == 2)
    }

    @Test func `moving a member to another owner takes it from the first`() throws {
        let container = try OutTeam.container()
        let context = ModelContext(container)
        let a = Club(code: "A")
        let b = Club(code: "B")
        let player = Player("x", "y")
        a.players = [player]
        context.insert(a)
        context.insert(b)
        b.players.append(player)
        #expect(a.players.isEmpty)
        #expect(player.club == b)
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Club>(sortBy: [SortDescriptor(\.code)]))
        #expect(stored.map(\.players.count) == [0, 1])
    }
}
