import Foundation
import SwiftData

/// The side that edits models in a `ModelContext`.
final class ModelSide: EditSide {
    let container: ModelContainer
    let context: ModelContext
    private var models: [Int: any Numbered] = [:]

    init(_ url: URL) throws {
        container = try ModelContainer(for: Schema(EditKind.types), configurations: ModelConfiguration(url: url))
        context = ModelContext(container)
    }

    private func find<Model: Numbered>(_ type: Model.Type, _ number: Int) -> Model? {
        if let known = models[number] { return known as? Model }
        // Ignored: the world compares what is found.
        let found = try? context.fetch(FetchDescriptor<Model>(predicate: #Predicate { $0.number == number })).first
        if let found { models[number] = found }
        return found
    }

    private func node(_ number: Int?) -> EditNode? { number.flatMap { find(EditNode.self, $0) } }

    private func members<Model: Numbered>(_ numbers: [Int], _ type: Model.Type = Model.self) -> [Model] {
        numbers.compactMap { find(Model.self, $0) }
    }

    // MARK: Edits

    func insert(_ kind: EditKind, _ number: Int, _ value: EditValue) {
        let model = kind.make(number, value)
        models[number] = model
        context.insert(model)
    }

    func insertFamily(_ node: Int, children: [Int], box: Int, seal: Int) {
        let owner = EditNode(number: node)
        for number in children {
            let child = EditNode(number: number)
            models[number] = child
            if number.isMultiple(of: 2) { child.parent = owner } else { owner.children.append(child) }
        }
        let (newBox, newSeal) = (EditBox(number: box), EditSeal(number: seal))
        newBox.nodes?.append(owner)
        owner.seal = newSeal
        models[node] = owner
        models[box] = newBox
        models[seal] = newSeal
        context.insert(newSeal)
    }

    func set(_ attribute: EditAttribute, of number: Int, to value: EditValue) {
        guard let node = node(number) else { return }
        switch attribute {
        case .name: node.name = value.text
        case .rank: node.rank = value.number
        case .ratio: node.ratio = value.ratio
        case .isMarked: node.isMarked.toggle()
        case .day: node.day = value.day
        case .size: node.size = value.size
        case .data: node.data = value.data
        case .token: node.token = value.token
        case .price: node.price = value.price
        case .link: node.link = value.link
        case .level: node.level = value.level
        case .place: node.place = value.place
        case .tags: node.tags = value.tags
        }
    }

    func setText(ofCode number: Int, to value: EditValue) { find(EditCode.self, number)?.text = value.text }

    func set(_ reference: EditReference, of number: Int, to other: Int?) {
        switch reference {
        case .parent: node(number)?.parent = node(other)
        case .box: node(number)?.box = other.flatMap { find(EditBox.self, $0) }
        case .seal: node(number)?.seal = other.flatMap { find(EditSeal.self, $0) }
        case .node: find(EditSeal.self, number)?.node = node(other)
        case .leaf: find(EditGuard.self, number)?.leaf = other.flatMap { find(EditLeaf.self, $0) }
        }
    }

    func add(_ other: Int, to list: EditList, of number: Int) {
        switch list {
        case .children: node(number)?.children.append(contentsOf: members([other]))
        case .marks: node(number)?.marks.append(contentsOf: members([other]))
        case .guards: find(EditLeaf.self, number)?.guards.append(contentsOf: members([other]))
        case .boxed: find(EditBox.self, number)?.nodes?.append(contentsOf: members([other]))
        case .marked: find(EditMark.self, number)?.nodes.append(contentsOf: members([other]))
        }
    }

    func remove(_ other: Int, from list: EditList, of number: Int) {
        switch list {
        case .children: node(number)?.children.removeAll { $0.number == other }
        case .marks: node(number)?.marks.removeAll { $0.number == other }
        case .guards: find(EditLeaf.self, number)?.guards.removeAll { $0.number == other }
        case .boxed: find(EditBox.self, number)?.nodes?.removeAll { $0.number == other }
        case .marked: find(EditMark.self, number)?.nodes.removeAll { $0.number == other }
        }
    }

    func set(_ list: EditList, of number: Int, to others: [Int]) {
        switch list {
        case .children: node(number)?.children = members(others)
        case .marks: node(number)?.marks = members(others)
        case .guards: find(EditLeaf.self, number)?.guards = members(others)
        case .boxed: find(EditBox.self, number)?.nodes = members(others)
        case .marked: find(EditMark.self, number)?.nodes = members(others)
        }
    }

    func delete(_ number: Int) {
        for kind in EditKind.allCases where models[number] == nil { _ = isAlive(kind, number) }
        func delete<Model: PersistentModel>(_ model: Model) { context.delete(model) }
        if let model = models[number] { delete(model) }
    }

    func delete(nodesWithRank rank: Int) throws {
        try context.delete(model: EditNode.self, where: #Predicate { $0.rank == rank }, includeSubclasses: false)
    }

    func forget() { models = [:] }

    func isAlive(_ kind: EditKind, _ number: Int) -> Bool {
        func isAlive<Model: Numbered>(_ type: Model.Type) -> Bool {
            guard let model = find(type, number) else { return false }
            return model.modelContext === context && !model.isDeleted
        }
        return isAlive(kind.type)
    }

    func processPendingChanges() { context.processPendingChanges() }
    func save() throws { try context.save() }
    func rollback() { context.rollback() }

    // MARK: Reading

    func numbers(_ query: EditQuery, _ value: EditValue) throws -> [Int] {
        let (rank, text, small, level) = (value.number, value.text, value.small, value.level)
        var descriptor = FetchDescriptor<EditNode>(sortBy: [SortDescriptor(\.rank, order: .reverse), SortDescriptor(\.number)])
        switch query {
        case .all: break
        case .ranked: descriptor.predicate = #Predicate { $0.rank > rank }
        case .roots: descriptor.predicate = #Predicate { $0.parent == nil }
        case .childrenOf: descriptor.predicate = #Predicate { $0.parent?.rank == rank }
        case .unmarked: descriptor.predicate = #Predicate { $0.marks.isEmpty }
        case .withHighChild: descriptor.predicate = #Predicate { $0.children.contains { $0.rank > rank } }
        case .named where text.isEmpty: break
        case .named: descriptor.predicate = #Predicate { $0.name.contains(text) }
        case .placed: descriptor.predicate = #Predicate { $0.place?.zip == small }
        case .leveled: descriptor.predicate = #Predicate { $0.level == level }
        case .page:
            descriptor.fetchOffset = small
            descriptor.fetchLimit = small + 1
        case .leaves:
            // By characters, as the other side: a descriptor of texts compares them as people sort.
            let leaves = FetchDescriptor<EditLeaf>(
                predicate: #Predicate { $0.color != text },
                sortBy: [SortDescriptor(\.name, comparator: .lexical), SortDescriptor(\.number)])
            return try context.fetch(leaves).map(\.number)
        case .codes:
            let codes = FetchDescriptor<EditCode>(sortBy: [SortDescriptor(\.code), SortDescriptor(\.number)])
            return try context.fetch(codes).map(\.number)
        }
        let found = try context.fetch(descriptor).map(\.number)
        let count = try context.fetchCount(descriptor)
        guard count == found.count else { throw EditMismatch("fetchCount is \(count), fetch has \(found.count) models") }
        return found
    }

    func picture() throws -> [String] { try Self.picture(context) }

    func storedPicture() throws -> [String] { try Self.picture(ModelContext(container)) }

    static func picture(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<EditNode>()).map { line($0) }.sorted()
            + context.fetch(FetchDescriptor<EditBox>()).map { line($0) }.sorted()
            + context.fetch(FetchDescriptor<EditMark>()).map { line($0) }.sorted()
            + context.fetch(FetchDescriptor<EditSeal>()).map { line($0) }.sorted()
            + context.fetch(FetchDescriptor<EditGuard>()).map { line($0) }.sorted()
            + context.fetch(FetchDescriptor<EditCode>()).map { line($0) }.sorted()
    }

    static func line(_ model: any Numbered) -> String {
        func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nil" }
        func list<Model: Numbered>(_ models: [Model]?) -> String { "\((models ?? []).map(\.number).sorted())" }
        switch model {
        case let node as EditNode:
            var values = [
                ("name", node.name), ("rank", "\(node.rank)"), ("ratio", "\(node.ratio)"), ("isMarked", "\(node.isMarked)"),
                ("day", text(node.day?.timeIntervalSinceReferenceDate)), ("size", text(node.size)),
                ("data", text(node.data?.base64EncodedString())), ("token", text(node.token)), ("price", "\(node.price)"),
                ("link", text(node.link?.absoluteString)), ("level", node.level.rawValue),
                ("place", node.place.map { "\($0.city) \($0.zip)" } ?? "nil"), ("tags", "\(node.tags)"),
                ("parent", text(node.parent?.number)), ("children", list(node.children)), ("box", text(node.box?.number)),
                ("marks", list(node.marks)), ("seal", text(node.seal?.number)),
            ]
            if let leaf = node as? EditLeaf { values += [("color", leaf.color), ("guards", list(leaf.guards))] }
            return editLine(node is EditLeaf ? .leaf : .node, node.number, values)
        case let box as EditBox: return editLine(.box, box.number, [("nodes", list(box.nodes))])
        case let mark as EditMark: return editLine(.mark, mark.number, [("nodes", list(mark.nodes))])
        case let seal as EditSeal: return editLine(.seal, seal.number, [("node", text(seal.node?.number))])
        case let guardian as EditGuard: return editLine(.guardian, guardian.number, [("leaf", text(guardian.leaf?.number))])
        case let code as EditCode: return editLine(.code, code.number, [("code", "\(code.code)"), ("text", code.text)])
        default: return "\(model)"
        }
    }
}
