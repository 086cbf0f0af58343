import Foundation
import SwiftData

enum UniqueCode: String, Codable { case a, b, c }
enum UniqueNumber: Int, Codable { case one = 1, two, three }
enum UniqueState: Codable { case on, off }
struct UniqueWrapper: Codable, Equatable { var value: String }
struct UniquePair: Codable, Equatable {
    var x: Int
    var y: Int
}

@Model final class UniqueByCode {
    @Attribute(.unique) var code: UniqueCode
    var text: String
    init(_ code: UniqueCode, _ text: String) {
        self.code = code
        self.text = text
    }
}
@Model final class UniqueByOptionals {
    @Attribute(.unique) var code: UniqueCode?
    @Attribute(.unique) var number: UniqueNumber?
    @Attribute(.unique) var wrapper: UniqueWrapper?
    var text: String
    init(_ code: UniqueCode? = nil, _ number: UniqueNumber? = nil, _ wrapper: UniqueWrapper? = nil, text: String) {
        self.code = code
        self.number = number
        self.wrapper = wrapper
        self.text = text
    }
}
@Model final class UniqueTogether {
    #Unique<UniqueTogether>([\.code, \.rank])
    #Index<UniqueTogether>([\.code], [\.state], [\.pair], [\.rank, \.state], [\.maybe], [\.wrapper])
    var code: UniqueCode
    var rank: Int
    var state: UniqueState = UniqueState.on
    var maybe: UniqueState?
    var pair: UniquePair = UniquePair(x: 1, y: 2)
    var wrapper: UniqueWrapper?
    init(_ code: UniqueCode, _ rank: Int) {
        self.code = code
        self.rank = rank
    }
}
@Model final class UniqueByList {
    @Attribute(.unique) var list: [String]
    @Attribute(.unique, .codable) var pair: UniquePair
    var text: String
    init(_ list: [String], _ pair: UniquePair, _ text: String) {
        self.list = list
        self.pair = pair
        self.text = text
    }
}
@Model final class UniqueByState {
    @Attribute(.unique) var state: UniqueState
    init() { state = .on }
}
@Model final class UniqueByOptionalState {
    @Attribute(.unique) var state: UniqueState?
    init() {}
}
@Model final class UniqueByPair {
    @Attribute(.unique) var pair: UniquePair
    init() { pair = UniquePair(x: 1, y: 1) }
}
@Model final class UniqueByElement {
    #Unique<UniqueByElement>([\.pair.x])
    var pair: UniquePair
    init() { pair = UniquePair(x: 1, y: 1) }
}
@Model final class UniqueEphemeral {
    @Attribute(.unique, .ephemeral) var name: String
    init() { name = "" }
}
@Model final class UniqueMembers {
    @Relationship(.unique) var members: [UniqueByCode] = []
    init() {}
}
@Model final class RangedByCode {
    #Index<RangedByCode>(.rtree([\.number]))
    var number: UniqueNumber
    init() { number = .one }
}

@Model final class UniqueShelf {
    @Attribute(.unique) var name: String
    var books: [UniqueBook] = []
    init(_ name: String) { self.name = name }
}
@Model final class UniqueBook {
    var title: String
    @Relationship(inverse: \UniqueShelf.books) var shelves: [UniqueShelf] = []
    init(_ title: String) { self.title = title }
}
@Model final class UniqueOwner {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \UniquePet.owner) var pets: [UniquePet] = []
    init(_ name: String) { self.name = name }
}
@Model final class UniquePet {
    var name: String
    var owner: UniqueOwner
    init(_ name: String, owner: UniqueOwner) {
        self.name = name
        self.owner = owner
    }
}
@Model final class UniqueOrder {
    @Attribute(.unique) var code: Int
    @Relationship(deleteRule: .cascade, minimumModelCount: 1, inverse: \UniqueLine.order) var lines: [UniqueLine] = []
    init(_ code: Int) { self.code = code }
}
@Model final class UniqueLine {
    var text: String
    var order: UniqueOrder?
    init(_ text: String) { self.text = text }
}
