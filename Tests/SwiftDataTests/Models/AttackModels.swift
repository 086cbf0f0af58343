import Foundation
import SwiftData

enum AttackKind: String, Codable { case rail, road }
enum AttackState: Codable { case on, off }
struct AttackPlace: Codable, Equatable {
    var city: String
    var kind: AttackKind
    var state: AttackState
}
@Model final class AttackOwner {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \AttackItem.owner) var items: [AttackItem] = []
    init(_ name: String) { self.name = name }
}
@Model final class AttackTag {
    @Attribute(.unique) var name: String
    var items: [AttackItem]? = []
    init(_ name: String) { self.name = name }
}
/// None of the attributes has a default value.
@Model final class AttackItem {
    var name: String
    var count: Int
    var size: Double
    var flag: Bool
    var date: Date
    var uuid: UUID
    var data: Data
    var url: URL
    var kind: AttackKind
    var state: AttackState
    var place: AttackPlace
    var list: [String]
    var map: [String: Int]
    var note: String?
    var owner: AttackOwner?
    @Relationship(inverse: \AttackTag.items) var tags: [AttackTag]
    @Relationship(inverse: nil) var other: AttackItem?
    @Relationship(inverse: nil) var others: [AttackItem]
    @Transient var scratch = 0

    init(_ name: String) {
        self.name = name
        count = 1
        size = 2
        flag = true
        date = Date(timeIntervalSinceReferenceDate: 3)
        uuid = UUID()
        data = Data([1])
        url = URL(filePath: "/a")
        kind = .road
        state = .off
        place = AttackPlace(city: "c", kind: .road, state: .off)
        list = ["l"]
        map = ["m": 1]
        tags = []
        others = []
    }
}
