import CoreData
import Foundation
import GRDB
import GRDBSQLite

/// Iterates over the members of 1,000 teams with 100 members each and reads one property of every
/// member, without and with prefetching.
///
/// The peers read the same file: with one statement for each team in C, and with an association of
/// GRDB, which takes two statements in total.
enum ToManyWalk {
    static func run() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "teams.sqlite")
        let container = try StoredTeam.container(at: file, teams: 1_000, membersEach: 100)
        let expected: Int64 = 100_000 * 99_999 / 2
        let peer = try HandWritten(file)
        let grdb = try DatabaseQueue(path: file.path)
        let peers = [
            Contest.Contestant("sqlite-c", expecting: expected) { try walk(peer) },
            Contest.Contestant("grdb", expecting: expected) {
                try grdb.read {
                    try TeamRecord.including(all: TeamRecord.members).asRequest(of: TeamWithMembers.self).fetchAll($0)
                }
                .reduce(0) { $1.members.reduce($0) { $0 + $1.score } }
            },
        ]
        for (row, prefetched) in [("to-many-walk", []), ("to-many-walk-prefetched", ["members"])] {
            let ours = Contest.Contestant("strata", expecting: expected) { try walk(container, prefetched) }
            try Contest(row: row, ours: ours, peers: peers).run()
        }
    }

    private static func walk(_ container: NSPersistentContainer, _ prefetched: [String]) throws -> Int64 {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let request = NSFetchRequest<StoredTeam>(entityName: "Team")
            request.relationshipKeyPathsForPrefetching = prefetched
            return try context.fetch(request).reduce(0) { sum, team in team.members.reduce(sum) { $0 + $1.score } }
        }
    }

    private struct Team {
        let number: Int64
        let name: String
        var members: [Member] = []
    }

    private struct Member {
        let number: Int64
        let name: String
        let score: Int64
    }

    private static func walk(_ peer: HandWritten) throws -> Int64 {
        var teams = try peer.rows("SELECT Z_PK, ZNAME FROM ZTEAM ORDER BY Z_PK") {
            Team(number: sqlite3_column_int64($0, 0), name: HandWritten.text($0, 1))
        }
        for index in teams.indices {
            teams[index].members = try peer.rows(
                "SELECT Z_PK, ZNAME, ZSCORE FROM ZMEMBER WHERE ZTEAM = ?",
                {
                    Member(
                        number: sqlite3_column_int64($0, 0), name: HandWritten.text($0, 1), score: sqlite3_column_int64($0, 2))
                },
                binding: { sqlite3_bind_int64($0, 1, teams[index].number) })
        }
        return teams.reduce(0) { $1.members.reduce($0) { $0 + $1.score } }
    }
}
