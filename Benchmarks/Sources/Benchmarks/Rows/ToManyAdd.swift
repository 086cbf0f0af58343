import CoreData
import Foundation

/// Adds members to a team of 20,000 whose members were read, one save each, and to one of 2,000, to
/// see whether the time depends on the number of members.
enum ToManyAdd {
    private static let additions = 100

    static func run() throws {
        let small = try Team(members: 2_000)
        let large = try Team(members: 20_000)
        try Contest(
            row: "to-many-add",
            ours: Contest.Contestant(name: "strata") { try large.addMembers() },
            peers: [Contest.Contestant(name: "strata-2000-members") { try small.addMembers() }]
        ).run()
    }

    /// A store with one team, and a context that has read its members.
    private final class Team {
        private let directory: TemporaryDirectory
        private let container: NSPersistentContainer
        private let context: NSManagedObjectContext
        private let team: NSManagedObjectID
        private var expected: Int

        init(members: Int) throws {
            let directory = try TemporaryDirectory()
            self.directory = directory
            let container = try StoredTeam.container(
                at: directory.url.appending(path: "team.sqlite"), teams: 1, membersEach: members)
            self.container = container
            let context = container.newBackgroundContext()
            self.context = context
            expected = members
            team = try context.performAndWait {
                guard let team = try context.fetch(NSFetchRequest<StoredTeam>(entityName: "Team")).first else {
                    throw WrongResult(description: "The store has no team.")
                }
                return team.objectID
            }
        }

        /// Returns the time of all additions with their saves.
        func addMembers() throws -> Duration {
            let (context, team) = (context, team)
            expected += additions
            let expected = expected
            return try context.performAndWait {
                guard let team = context.object(with: team) as? StoredTeam, team.members.count == expected - additions else {
                    throw WrongResult(description: "The team does not have \(expected - additions) members.")
                }
                let duration = try Stopwatch.measure {
                    for _ in 0..<additions {
                        let member = StoredMember(context: context)
                        member.setValue("new", forKey: "name")
                        member.team = team
                        try context.save()
                    }
                }
                guard team.members.count == expected else {
                    throw WrongResult(description: "The team has \(team.members.count) members instead of \(expected).")
                }
                return duration
            }
        }
    }
}
