internal import Foundation
internal import Predicates
internal import Traps

/// Follows a key path: notes what it reads of which object, and answers with values that are easy to know again.
///
/// The path starts at one recording object; a to-one relationship answers with the next one.
final class SlotRecorder {
    /// What the last read was answered with.
    enum Answer {
        case value(Value, EntityLayout, Int)
        case object(NSManagedObject)
        case members([NSManagedObject])
    }

    enum Round {
        case first, second
        /// The first to-one relationship that may refer to nothing does.
        case nothing
    }

    private(set) var names: [String] = []
    private(set) var answer: Answer?
    /// Whether anything but a path of properties was read.
    private(set) var isBroken = false
    /// Whether a relationship answered that it refers to nothing.
    private(set) var refersToNothing = false
    private let round: Round
    /// The object that the path has come to.
    private var current: NSManagedObject?

    init(_ round: Round, from layout: EntityLayout) {
        self.round = round
        current = recording(layout)
    }

    /// The object to read the key path on. Asked for once, before anything is read.
    var root: NSManagedObject {
        guard let current else { trap("A key path is recorded once.") }
        return current
    }

    private func recording(_ layout: EntityLayout) -> NSManagedObject {
        let object = layout.managedObjectClass.init(entity: layout.entity, insertInto: nil)
        object.recorder = self
        object.state = []
        return object
    }

    func note(_ object: NSManagedObject, _ slot: Int) -> Value {
        let value = value(slot, object.layout)
        step(object, slot, .value(value, object.layout, slot), next: nil)
        return value
    }

    func noteObject(of object: NSManagedObject, _ slot: Int) -> NSManagedObject? {
        if round == .nothing, !refersToNothing {
            refersToNothing = true
            step(object, slot, .value(.null, object.layout, slot), next: nil)
            return nil
        }
        let related = recording(object.layout.destination(slot))
        step(object, slot, .object(related), next: related)
        return related
    }

    /// The relationship that just answered nothing is declared to refer to something always.
    func insistOnObject(of object: NSManagedObject, _ slot: Int) -> NSManagedObject? {
        guard refersToNothing else { return nil }
        let related = recording(object.layout.destination(slot))
        answer = .object(related)
        current = related
        return related
    }

    func noteMembers(of object: NSManagedObject, _ slot: Int) -> [NSManagedObject] {
        let members = [recording(object.layout.destination(slot))]
        step(object, slot, .members(members), next: nil)
        return members
    }

    /// Answers with one of an enumeration's cases, which the value just noted is none of.
    func answer(with value: Value) {
        if case .value(_, let layout, let slot) = answer { answer = .value(value, layout, slot) }
    }

    var isFirst: Bool { round == .first }

    private func step(_ object: NSManagedObject, _ slot: Int, _ answer: Answer, next: NSManagedObject?) {
        if object !== current { isBroken = true }
        names.append(object.layout.names[slot])
        self.answer = answer
        current = next
    }

    /// Whether the key path gave back unchanged what the last read was answered with.
    func isAnswer(_ result: Any?) -> Bool {
        switch answer {
        case nil: false
        case .value(.null, _, _): result.isNothing
        case .value(let value, let layout, let slot): layout.kinds[slot].isAttribute && value == given(result, layout, slot)
        case .object(let object): (result as? NSManagedObject) === object
        case .members(let members):
            (result as? NSObject)?.isEqual(NSSet(array: members)) == true
                || (result as? NSObject)?.isEqual(NSOrderedSet(array: members)) == true
                || (result as? Set<NSManagedObject>) == Set(members)
        }
    }

    private func given(_ result: Any?, _ layout: EntityLayout, _ slot: Int) -> Value? {
        let result = (result as? any RawRepresentable)?.rawValue ?? result
        // A date may be declared as its seconds.
        if let seconds = result as? any SlotValue, layout.types[slot] == .dateAttributeType {
            return layout.stored(seconds, at: slot)
        }
        return layout.value(result, at: slot)
    }

    /// A value that a computed property is unlikely to pass on unchanged in both rounds.
    private func value(_ slot: Int, _ layout: EntityLayout) -> Value {
        let number = isFirst ? -7_301 - slot : 7_919 + slot
        return switch layout.types[slot] {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .int(Int64(number))
        case .doubleAttributeType, .floatAttributeType: .double(Double(number) + 0.5)
        case .decimalAttributeType: .decimal(Decimal(number))
        case .booleanAttributeType: .bool(isFirst)
        case .stringAttributeType: .string(" Slot\(number)\n")
        case .dateAttributeType: .date(Date(timeIntervalSinceReferenceDate: Double(number) + 0.25))
        case .binaryDataAttributeType: .data(Data("\(number)".utf8))
        case .UUIDAttributeType: .uuid(isFirst ? Self.uuids.0 : Self.uuids.1)
        case .URIAttributeType: .url(URL(filePath: "/slot/\(number)"))
        // Only their accessor knows of what type these are.
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType: .null
        }
    }

    private static let uuids = (UUID(), UUID())
}

extension Any? {
    /// Whether this is nil, or holds an optional that is.
    fileprivate var isNothing: Bool {
        guard let self else { return true }
        let mirror = Mirror(reflecting: self)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }
}
