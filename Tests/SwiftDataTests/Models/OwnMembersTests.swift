import Testing

@testable import SwiftData

@Model final class Guild {
    var number: Int
    @Relationship(inverse: \Visitor.guilds) var visitors: [Visitor] = []

    init(_ number: Int) { self.number = number }
}

@Model final class Visitor {
    var number: Int
    var guilds: [Guild] = []

    init(_ number: Int) { self.number = number }

    init(_ number: Int, in guilds: [Guild]) {
        self.number = number
        self.guilds = guilds
    }
}

/// The members of many-to-many relationships of models in no context.
@Suite struct OwnMembersTests {
    // A release build does not count.
    #if DEBUG
        /// Returns the number of members that a closure visits.
        private func visits(_ count: Int, _ body: (Int) -> Void) -> Int {
            let visits = OwnMembers.Visits()
            OwnMembers.$visits.withValue(visits) { body(count) }
            return visits.count
        }

        @Test func `a model that many others refer to gets its members in a linear number of steps`() {
            func join(_ count: Int) {
                let guild = Guild(0)
                let visitors = (0..<count).map { Visitor($0) }
                for visitor in visitors { visitor.guilds.append(guild) }
                #expect(guild.visitors.map(\.number) == Array(0..<count))
            }
            let (few, many) = (visits(100, join), visits(1_000, join))
            #expect(few > 0)
            #expect(many < few * 12)
        }

        @Test func `appending visits the members twice, and each new one`() {
            func append(_ count: Int) {
                let guild = Guild(0)
                for number in 0..<count { guild.visitors.append(Visitor(number)) }
                #expect(guild.visitors.map(\.number) == Array(0..<count))
                #expect(guild.visitors.allSatisfy { $0.guilds == [guild] })
            }
            // The first member is compared 99 times with the old ones and with the new one, the last one
            // not at all.
            #expect(visits(100, append) <= 100 * 99 + 100)
        }
    #endif

    @Test func `both sides agree after insertions, removals and repetitions`() {
        let guilds = (0..<20).map { Guild($0) }
        let visitor = Visitor(0)
        visitor.guilds = guilds
        visitor.guilds.append(guilds[3])
        #expect(guilds.allSatisfy { $0.visitors == [visitor] })
        visitor.guilds = Array(guilds.reversed().prefix(15))
        #expect(guilds.filter { $0.visitors.isEmpty }.map(\.number) == Array(0..<5))
        guilds[0].visitors = [visitor]
        guilds[1].visitors.append(visitor)
        #expect(visitor.guilds.map(\.number) == Array((5..<20).reversed()) + [0, 1])
        guilds[7].visitors.removeAll()
        #expect(visitor.guilds.map(\.number) == [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 6, 5, 0, 1])
        guilds[7].visitors = [visitor, visitor]
        #expect(visitor.guilds.count { $0 === guilds[7] } == 1)
        #expect(guilds[7].visitors.count == 1)
    }

    @Test func `setting both sides adds a member once`() throws {
        let (guild, visitors) = (Guild(0), (0..<12).map { Visitor($0) })
        for visitor in visitors {
            visitor.guilds = [guild]
            guild.visitors.append(visitor)
        }
        #expect(guild.visitors.map(\.number) == Array(0..<12))
        guild.visitors += [visitors[3], visitors[4]]
        #expect(guild.visitors.map(\.number) == Array(0..<12))
        guild.visitors = [visitors[1], visitors[0], visitors[1]]
        #expect(guild.visitors.map(\.number) == [1, 0])
        #expect(visitors[1].guilds == [guild])
        #expect(visitors[2].guilds == [])
        let context = ModelContext(try refContainer(Guild.self, Visitor.self))
        context.insert(guild)
        #expect(guild.visitors.count == 2)
    }

    @Test func `the members that an initializer has set are linked by the next change`() {
        let guilds = [Guild(0), Guild(1)]
        let visitor = Visitor(0, in: [guilds[0]])
        visitor.guilds.append(guilds[1])
        #expect(guilds[0].visitors == [visitor])
        #expect(guilds[1].visitors == [visitor])
        visitor.guilds = []
        #expect(guilds.allSatisfy { $0.visitors.isEmpty })
    }

    @Test func `an insertion keeps the members of both sides`() throws {
        let guild = Guild(0)
        let visitors = (0..<30).map { Visitor($0) }
        for visitor in visitors { visitor.guilds.append(guild) }
        let context = ModelContext(try refContainer(Guild.self, Visitor.self))
        context.insert(visitors[9])
        try context.save()
        let stored = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Guild>()).first)
        #expect(Set(stored.visitors.map(\.number)) == Set(0..<30))
    }
}
