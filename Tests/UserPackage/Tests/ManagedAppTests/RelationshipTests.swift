import CoreData
import ManagedBase
import Testing

@testable import ManagedApp

/// Relationships, functions, inheritance and overrides of hand-written classes.
@Suite struct RelationshipTests {
    let store: Store
    let context: NSManagedObjectContext

    init() throws {
        store = try Store()
        context = store.container.newBackgroundContext()
    }

    private func player(_ name: String) -> Player {
        let player = Player(context: context)
        player.name = name
        return player
    }

    private func match(_ title: String) -> Match {
        let match = Match(context: context)
        match.title = title
        return match
    }

    @Test func toOneAndToMany() {
        context.performAndWait {
            let team = Team(context: context)
            let (ada, bob) = (player("Ada"), player("Bob"))
            team.captain = ada
            team.players = [ada]
            team.players.insert(bob)
            #expect(bob.value(forKey: "team") as? Team == team)
            #expect(team.captain?.name == "Ada")
            #expect(Set(team.players.map(\.name)) == ["Ada", "Bob"])
            // The set's storage is that of a Set<Player>, whatever the accessors were told.
            #expect(type(of: team.players as Any) == Set<Player>.self)
            #expect(team.players.contains(ada))
            team.players.remove(ada)
            #expect(team.players == [bob])
            team.fans = NSSet(object: ada)
            #expect(team.fans?.count == 1)
            team.captain = nil
            #expect(team.captain == nil)
            team.league = NSEntityDescription.insertNewObject(forEntityName: "League", into: context)
            #expect(team.league?.entity.name == "League")
        }
    }

    @Test func functionsOfUnorderedRelationships() {
        context.performAndWait {
            let team = Team(context: context)
            let players = ["a", "b", "c", "d"].map(player)
            team.addToPlayers(players[0])
            team.addToPlayers(NSSet(array: [players[1], players[2]]))
            team.addToPlayers([players[3]] as Set)
            #expect(team.players == Set(players))
            team.removeFromPlayers(players[0])
            team.removeFromPlayers(NSSet(array: [players[1]]))
            #expect(team.players == [players[2], players[3]])
        }
    }

    @Test func functionsOfOrderedRelationships() {
        context.performAndWait {
            let team = Team(context: context)
            var titles: [String] { team.matches.compactMap { ($0 as? Match)?.title } }
            team.addToMatches(match("c"))
            team.insertIntoMatches(match("a"), at: 0)
            team.insertIntoMatches([match("b"), match("d")], at: NSIndexSet(indexesIn: NSRange(location: 1, length: 2)))
            #expect(titles == ["a", "b", "d", "c"])
            team.replaceMatches(at: 0, with: match("z"))
            team.replaceMatches(at: NSIndexSet(index: 1), with: [match("y")])
            #expect(titles == ["z", "y", "d", "c"])
            team.removeFromMatches(at: 3)
            team.removeFromMatches(at: NSIndexSet(index: 0))
            #expect(titles == ["y", "d"])
            team.addToMatches(NSOrderedSet(array: [match("e"), match("f")]))
            #expect(titles == ["y", "d", "e", "f"])
            team.removeFromMatches(team.matches)
            #expect(titles == [])
        }
    }

    @Test func mutableSetIsTheRelationship() {
        context.performAndWait {
            let match = match("m")
            match.guests.add(player("g"))
            #expect(match.guests.count == 1)
            #expect(match.changedValues()["guests"] != nil)
        }
    }

    @Test func inheritanceAcrossModules() throws {
        let uuid = UUID()
        try store.roundTrip { context in
            let prize = Prize(context: context)
            prize.identify(uuid)
            prize.note = "from the base"
            prize.title = "Cup"
            prize.worth = 12.5
            prize.latitude = 1
            prize.createdAt = Date(timeIntervalSinceReferenceDate: 5)
            return prize as Record
        } _: { (record: Record) in
            #expect(record.identifier == uuid)
            #expect(record.note == "from the base")
            #expect(record.createdAt == Date(timeIntervalSinceReferenceDate: 5))
            #expect((record as? Match)?.title == "Cup")
            #expect((record as? Prize)?.worth == 12.5)
        }
    }

    @Test func overrideWithObserver() {
        context.performAndWait {
            let prize = Prize(context: context)
            let match: Match = prize
            match.title = "one"
            prize.title += "two"
            #expect(prize.titleChanges == 2)
            #expect(match.title == "onetwo")
        }
    }

    @Test func protocolRequirement() {
        context.performAndWait {
            func rename(_ titled: some Titled) { titled.title += "!" }
            let match = match("m")
            rename(match)
            let titled: any Titled = match
            titled.title += "?"
            #expect(match.title == "m!?")
        }
    }

    @Test func primitiveValuesChangeUnnoticed() throws {
        let context = store.container.newBackgroundContext()
        try context.performAndWait {
            let team = Team(context: context)
            team.rating = 4
            try context.save()
            team.rating = 5
            #expect(team.rating == 5)
            #expect(team.value(forKey: "rating") as? Double == 5)
        }
    }

    @Test func entityBeforeAnyFetch() {
        #expect(Team.entity().name == "Team")
        #expect(Prize.entity().superentity?.name == "Match")
    }
}
