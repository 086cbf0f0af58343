import Foundation
import SwiftData

// The models of the random tests: attributes of several kinds, each form of relationship, each
// delete rule that has one meaning, a unique attribute, and a subclass. Each model has a number, by
// which the tests name it in every context.

protocol Numbered: PersistentModel {
    var number: Int { get }
}

enum EditLevel: String, Codable, CaseIterable { case low, middle, high }

struct EditPlace: Codable, Hashable {
    var city: String
    var zip: Int
}

@Model class EditNode: Numbered {
    var number: Int
    var name: String = ""
    var rank: Int = 0
    var ratio: Double = 0.5
    var isMarked: Bool = false
    var day: Date?
    var size: Int16?
    var data: Data?
    var token: UUID?
    var price: Decimal = Decimal(0)
    var link: URL?
    var level: EditLevel = EditLevel.low
    var place: EditPlace?
    var tags: [String] = []
    var parent: EditNode?
    @Relationship(inverse: \EditNode.parent) var children: [EditNode] = []
    var box: EditBox?
    @Relationship(inverse: \EditMark.nodes) var marks: [EditMark] = []
    @Relationship(deleteRule: .cascade, inverse: \EditSeal.node) var seal: EditSeal?

    init(number: Int) { self.number = number }
}

@Model final class EditLeaf: EditNode {
    var color: String = "green"
    @Relationship(deleteRule: .deny, inverse: \EditGuard.leaf) var guards: [EditGuard] = []

    init(number: Int, color: String) {
        self.color = color
        super.init(number: number)
    }
}

@Model final class EditBox: Numbered {
    var number: Int
    @Relationship(deleteRule: .cascade, inverse: \EditNode.box) var nodes: [EditNode]? = []

    init(number: Int) { self.number = number }
}

@Model final class EditMark: Numbered {
    var number: Int
    var nodes: [EditNode] = []

    init(number: Int) { self.number = number }
}

@Model final class EditSeal: Numbered {
    var number: Int
    var node: EditNode?

    init(number: Int) { self.number = number }
}

@Model final class EditGuard: Numbered {
    var number: Int
    var leaf: EditLeaf?

    init(number: Int) { self.number = number }
}

@Model final class EditCode: Numbered {
    var number: Int
    @Attribute(.unique) var code: Int
    var text: String = ""

    init(number: Int, code: Int) {
        self.number = number
        self.code = code
    }
}

/// The classes of the models.
enum EditKind: CaseIterable {
    case node, leaf, box, mark, seal, guardian, code

    static let types: [any PersistentModel.Type] = allCases.map(\.type)

    var type: any Numbered.Type {
        switch self {
        case .node: EditNode.self
        case .leaf: EditLeaf.self
        case .box: EditBox.self
        case .mark: EditMark.self
        case .seal: EditSeal.self
        case .guardian: EditGuard.self
        case .code: EditCode.self
        }
    }

    var entity: String { "\(type)" }

    func make(_ number: Int, _ value: EditValue) -> any Numbered {
        switch self {
        case .node: EditNode(number: number)
        case .leaf: EditLeaf(number: number, color: value.text)
        case .box: EditBox(number: number)
        case .mark: EditMark(number: number)
        case .seal: EditSeal(number: number)
        case .guardian: EditGuard(number: number)
        case .code: EditCode(number: number, code: value.small)
        }
    }
}

/// Values of all types that one number gives.
struct EditValue {
    let number: Int

    var small: Int { number % 7 }
    var text: String { ["", "a", "\u{c4}b", "a b c", "0", "\u{1F600}", "z"][small] }
    var ratio: Double { [0, -0.5, 1.25, 1e300, 1e-300, 3, 7][small] }
    var day: Date? { small == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(number) / 4) }
    var size: Int16? { small == 1 ? nil : Int16(truncatingIfNeeded: number) }
    var data: Data? { small == 2 ? nil : Data(repeating: UInt8(small), count: small * 3) }
    var token: UUID? {
        let byte = UInt8(truncatingIfNeeded: number)
        return small == 3 ? nil : UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte))
    }
    var price: Decimal { Decimal(number) / 4 }
    var link: URL? { small == 4 ? nil : URL(string: "https://example.org/\(number)") }
    var level: EditLevel { EditLevel.allCases[number % 3] }
    var place: EditPlace? { small == 5 ? nil : EditPlace(city: text, zip: small) }
    var tags: [String] { (0..<small % 3).map { "tag \($0 + number)" } }
}

enum EditAttribute: CaseIterable {
    case name, rank, ratio, isMarked, day, size, data, token, price, link, level, place, tags
}

/// A to-one relationship, from one of its two sides.
enum EditReference: String, CaseIterable {
    case parent, box, seal, node, leaf

    var owners: Set<EditKind> {
        switch self {
        case .parent, .box, .seal: [.node, .leaf]
        case .node: [.seal]
        case .leaf: [.guardian]
        }
    }

    var members: Set<EditKind> {
        switch self {
        case .parent, .node: [.node, .leaf]
        case .box: [.box]
        case .seal: [.seal]
        case .leaf: [.leaf]
        }
    }
}

/// A to-many relationship, from one of its two sides.
enum EditList: CaseIterable {
    case children, marks, guards, boxed, marked

    var key: String {
        switch self {
        case .children: "children"
        case .marks: "marks"
        case .guards: "guards"
        case .boxed, .marked: "nodes"
        }
    }

    var owners: Set<EditKind> {
        switch self {
        case .children, .marks: [.node, .leaf]
        case .guards: [.leaf]
        case .boxed: [.box]
        case .marked: [.mark]
        }
    }

    var members: Set<EditKind> {
        switch self {
        case .children, .boxed, .marked: [.node, .leaf]
        case .marks: [.mark]
        case .guards: [.guardian]
        }
    }
}

/// A fetch. Each is sorted, with the number last.
enum EditQuery: CaseIterable {
    case all, ranked, roots, childrenOf, unmarked, withHighChild, leaves, named, placed, leveled, page, codes
}
