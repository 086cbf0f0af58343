import Foundation
import StrataPredicates

@testable import CoreData

/// A fetch whose result is computed both by the store and in memory.
struct SampleQuestion {
    let entity: NSEntityDescription
    var form: PredicateForm
    var sorts: [NSSortDescriptor]
    var includesSubentities = true
    /// Whether the predicate may read attributes that only subentities have.
    let readsSubentities: Bool
    var limit = 0
    var offset = 0
    /// The seed for writing the predicate as a format, or nil for a predicate built from the
    /// classes.
    var spelling: UInt64?

    init(_ entity: NSEntityDescription, _ graph: SampleGraph, _ dice: inout Dice) {
        self.entity = entity
        var generator = FormGenerator(for: entity, graph, seed: dice.seed())
        readsSubentities = dice.once(in: 3)
        generator.readsSubentities = readsSubentities
        form = generator.predicate(depth: dice.pick([0, 1, 1, 2, 3]))
        sorts = (0..<dice.int(0...3)).map { _ in generator.sort() }
        includesSubentities = !dice.once(in: 10)
        if dice.once(in: 6) { (limit, offset) = (dice.int(0...8), dice.int(0...4)) }
        if dice.flag() { spelling = dice.seed() }
    }

    /// A question without sorts, about all objects of an entity.
    init(_ entity: NSEntityDescription, _ form: PredicateForm) {
        self.entity = entity
        self.form = form
        sorts = []
        readsSubentities = false
    }

    /// Returns the predicate, created as a program would create it.
    ///
    /// Throws if the format does not parse, or parses as another predicate.
    func predicate() throws -> NSPredicate {
        guard let spelling else { return form.madeOfClasses }
        var writer = FormSpelling(seed: spelling)
        let format = writer.format(form)
        let written = NSPredicate.predicate(for: try FormatParser.parse(format, arguments: writer.arguments))
        let predicate = writer.variables.isEmpty ? written : written.withSubstitutionVariables(writer.variables)
        guard predicate.predicateFormat == form.format else {
            throw Misread(description: "\(format)\nis read as \(predicate.predicateFormat)\nand not as    \(form.format)")
        }
        return predicate
    }

    struct Misread: Error, CustomStringConvertible {
        let description: String
    }

    func request(_ predicate: NSPredicate) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        request.predicate = predicate
        request.sortDescriptors = sorts
        request.includesSubentities = includesSubentities
        (request.fetchLimit, request.fetchOffset) = (limit, offset)
        return request
    }

    /// Returns the result in memory.
    ///
    /// - Parameter objects: All objects of the entity, in the order of a fetch without sort
    ///   descriptors.
    func answer(among objects: [NSManagedObject], _ predicate: NSPredicate) throws -> [NSManagedObject] {
        let form = FetchRewriter(entity.layout).rewritten(predicate.form.simplifiedToComparisons.withConstantObjectsRead)
        // `NSPredicate.evaluate(with:)` runs the same code, and traps where this throws.
        let compiled = try CompiledPredicate<Operand>(form)
        let matches = try objects.filter { object in
            guard includesSubentities || object.entity === entity else { return false }
            // An object has no key for another entity's attribute.
            let subject = readsSubentities ? Operand.readable(QueryObject(object)) : Operand(subject: object)
            return try compiled.matches(subject, nil)
        }
        let sorted = sorts.isEmpty ? matches : matches.sortedArray(using: sorts)
        let rest = sorted.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }
}

extension SampleQuestion: CustomStringConvertible {
    var description: String {
        let window = limit > 0 || offset > 0 ? " limit \(limit) offset \(offset)" : ""
        return """
            \(entity.name ?? "")\(includesSubentities ? "" : " without subentities") \
            \(spelling == nil ? "(from classes)" : "(from a format)"): \(form.format)
            sorted by \(sorts)\(window)
            """
    }
}

extension FormGenerator {
    /// Returns a sort descriptor for an attribute behind to-one relationships, or for a
    /// relationship.
    fileprivate mutating func sort() -> NSSortDescriptor {
        let step = walk(([], roots[0].entity), atMost: 2)
        let ascending = dice.flag()
        if dice.once(in: 12), let relationship = dice.pickIfAny(step.entity.relationships { !$0.isToMany }) {
            return NSSortDescriptor(key: (step.names + [relationship.name]).joined(separator: "."), ascending: ascending)
        }
        let leaf = dice.pick(step.entity.leaves)
        let key = (step.names + leaf.names).joined(separator: ".")
        guard leaf.type == .stringAttributeType, dice.flag() else {
            return NSSortDescriptor(key: key, ascending: ascending)
        }
        let comparison = dice.pick(TextComparison.allCases)
        return NSSortDescriptor(key: key, ascending: ascending, selector: Selector(comparison.rawValue))
    }
}
