import CoreData
import Foundation
import GRDB

/// A team with a to-many relationship to its members, as a managed object.
final class StoredTeam: NSManagedObject {
    var members: Set<StoredMember> { value(at: 0, "members") }
}

final class StoredMember: NSManagedObject {
    var score: Int64 { value(at: 1, "score") }
    var team: StoredTeam? {
        get { value(at: 2, "team") }
        set { setValue(newValue, at: 2, "team") }
    }
}

extension StoredTeam {
    static let model: NSManagedObjectModel = {
        let team = NSEntityDescription()
        team.name = "Team"
        team.managedObjectClassName = NSStringFromClass(StoredTeam.self)
        let member = NSEntityDescription()
        member.name = "Member"
        member.managedObjectClassName = NSStringFromClass(StoredMember.self)
        let members = relationship("members", to: member, maxCount: 0)
        let owner = relationship("team", to: team, maxCount: 1)
        members.inverseRelationship = owner
        owner.inverseRelationship = members
        team.properties = [NSAttributeDescription("name", .stringAttributeType), members]
        member.properties = [
            NSAttributeDescription("name", .stringAttributeType), NSAttributeDescription("score", .integer64AttributeType), owner,
        ]
        let model = NSManagedObjectModel()
        model.entities = [team, member]
        return model
    }()

    private static func relationship(
        _ name: String, to destination: NSEntityDescription, maxCount: Int
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = maxCount
        return relationship
    }

    /// Returns a container with so many teams. The members' scores are 0, 1 and so on.
    static func container(at file: URL, teams: Int, membersEach: Int) throws -> NSPersistentContainer {
        let container = try NSPersistentContainer.opened(at: file, model: model)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for number in 0..<teams {
                let team = StoredTeam(context: context)
                team.setValue("Team \(number)", forKey: "name")
                for place in 0..<membersEach {
                    let member = StoredMember(context: context)
                    member.setValue("Member \(number).\(place)", forKey: "name")
                    member.setValue(number * membersEach + place, forKey: "score")
                    member.team = team
                }
            }
            try context.save()
        }
        return container
    }
}

/// A team as a GRDB record with an association to its members.
struct TeamRecord: Decodable, FetchableRecord, TableRecord {
    static let databaseTableName = "ZTEAM"
    static let members = hasMany(MemberRecord.self, using: ForeignKey(["ZTEAM"], to: ["Z_PK"])).forKey("members")

    let number: Int64
    let name: String

    enum CodingKeys: String, CodingKey {
        case number = "Z_PK"
        case name = "ZNAME"
    }
}

struct MemberRecord: Decodable, FetchableRecord, TableRecord {
    static let databaseTableName = "ZMEMBER"

    let number: Int64
    let name: String
    let score: Int64

    enum CodingKeys: String, CodingKey {
        case number = "Z_PK"
        case name = "ZNAME"
        case score = "ZSCORE"
    }
}

struct TeamWithMembers: Decodable, FetchableRecord {
    let team: TeamRecord
    let members: [MemberRecord]
}
