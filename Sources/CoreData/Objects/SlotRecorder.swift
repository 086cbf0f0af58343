internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// A recorder of the properties that a key path reads, which answers each read with a recognizable
/// value. See `KeyPathNames`.
///
/// The path begins at a probe. A to-one relationship is answered with the next probe.
final class SlotRecorder {
    /// The answer to the last read.
    enum Answer {
        case value(Value, EntityLayout, Int)
        case object(NSManagedObject)
        case members([NSManagedObject])
        /// A value that a layer above this module has made, which recognizes it in the result.
        case choice(_ isAnswer: (Any?) -> Bool)
        /// The same of a value with parts, which are columns of their own. Returns the names of the
        /// parts that may be the result, or an empty name for the whole value.
        case parts(_ names: (Any?) -> Set<String>)
    }

    /// The rounds in which a key path is evaluated. Each round has different answers.
    enum Round {
        /// Values that an app's code expects: those of a new object (0), or others of that kind (1).
        case usual(Int)
        /// Values that are unlikely to occur by chance.
        case first, second
        /// Attributes with few possible values have the one at a position; see `recordChoice`.
        case choice(Int)
        /// Numbers are zero, and texts are empty.
        case empty
        /// The first to-one relationship is nil, unless it is declared without `?`.
        case nothing
    }

    /// The names of the properties read so far.
    private(set) var names: [String] = []
    private(set) var answer: Answer?
    /// Whether a property was read of an object other than the probe that the path had reached.
    private(set) var isBroken = false
    /// Whether a relationship's read was answered with nil.
    private(set) var refersToNothing = false
    /// The number of possible values of the attribute that the path reads; 0 unless they are few.
    private(set) var choiceCount = 0
    /// Whether a property was read that is optional in the model.
    private(set) var readsOptional = false
    /// The positions of the names whose properties are declared with `?`, as far as their accessors
    /// have told.
    private(set) var optionalPositions: Set<Int> = []
    /// Whether the property that was read last is an enumeration.
    private(set) var readsEnumeration = false
    private let round: Round
    /// The probe that the path has reached; `nil` after a read of anything but a to-one
    /// relationship.
    private var current: NSManagedObject?

    init(_ round: Round, from layout: EntityLayout) {
        self.round = round
        current = recording(layout)
    }

    /// The probe to evaluate the key path on. Read it once, before the evaluation.
    var root: NSManagedObject {
        guard let current else { trap("This recorder has followed a key path already. Use a new one.") }
        return current
    }

    private func recording(_ layout: EntityLayout) -> NSManagedObject {
        let object = layout.managedObjectClass.init(entity: layout.entity, insertInto: nil)
        object.recorder = self
        object.state = []
        return object
    }

    /// Records a read of an attribute, and returns its answer.
    func record(_ object: NSManagedObject, _ slot: Int) -> Value {
        let value = value(slot, object.layout)
        step(object, slot, .value(value, object.layout, slot), next: nil)
        return value
    }

    /// Records a read of a to-one relationship, and returns its answer.
    func recordObject(of object: NSManagedObject, _ slot: Int) -> NSManagedObject? {
        if isNothing, !refersToNothing {
            refersToNothing = true
            step(object, slot, .value(.null, object.layout, slot), next: nil)
            return nil
        }
        let related = recording(object.layout.destination(slot))
        step(object, slot, .object(related), next: related)
        return related
    }

    /// Replaces the last answer, nil, with a probe, for a relationship that is declared without
    /// `?`. Returns `nil` if no relationship was answered with nil.
    func insistOnObject(of object: NSManagedObject, _ slot: Int) -> NSManagedObject? {
        guard refersToNothing else { return nil }
        let related = recording(object.layout.destination(slot))
        answer = .object(related)
        current = related
        return related
    }

    /// Records a read of a to-many relationship, and returns its answer.
    func recordMembers(of object: NSManagedObject, _ slot: Int) -> [NSManagedObject] {
        let members = [recording(object.layout.destination(slot))]
        step(object, slot, .members(members), next: nil)
        return members
    }

    /// Replaces the last answer with the raw value of an enumeration's case. The answer before is
    /// not the raw value of any case.
    func answer(with value: Value) {
        if case .value(_, let layout, let slot) = answer { answer = .value(value, layout, slot) }
    }

    /// Records that the property that was read last is declared with `?`.
    func noteOptional() { optionalPositions.insert(names.count - 1) }

    /// Records that the property that was read last is an enumeration.
    func noteEnumeration() { readsEnumeration = true }

    /// Records a read of an attribute that has few possible values, and returns the position of the
    /// one to answer with; nil for nil.
    ///
    /// - Parameters:
    ///   - isOptional: Whether the value can be nil.
    ///   - isAnswer: Returns whether a result is the value at a position, in any of its forms.
    func recordChoice(
        of object: NSManagedObject, _ slot: Int, among count: Int, isOptional: Bool, isAnswer: @escaping (Int?, Any?) -> Bool
    ) -> Int? {
        let position = position(among: count, isOptional: isOptional)
        step(object, slot, .choice { isAnswer(position, $0) }, next: nil)
        return position
    }

    /// Records a read of an attribute whose value has parts, and returns the position of the value to
    /// answer with; nil for nil.
    ///
    /// - Parameter parts: Returns the names of the parts that a result may be, for the value at a
    ///   position. No two parts are equal in all of the values.
    func recordParts(
        of object: NSManagedObject, _ slot: Int, among count: Int, isOptional: Bool, parts: @escaping (Int?, Any?) -> Set<String>
    ) -> Int? {
        let position = position(among: count, isOptional: isOptional)
        step(object, slot, .parts { parts(position, $0) }, next: nil)
        return position
    }

    private func position(among count: Int, isOptional: Bool) -> Int? {
        choiceCount = count
        switch round {
        case .usual, .first: return 0
        case .choice(let chosen): return min(chosen, count - 1)
        case .nothing where isOptional && !refersToNothing:
            refersToNothing = true
            return nil
        case .second, .empty, .nothing: return count - 1
        }
    }

    /// Whether the first of several values is the answer, and not the last one.
    var takesFirst: Bool {
        switch round {
        case .usual, .first: true
        case .second, .choice, .empty, .nothing: false
        }
    }

    private var isNothing: Bool { if case .nothing = round { true } else { false } }

    private func step(_ object: NSManagedObject, _ slot: Int, _ answer: Answer, next: NSManagedObject?) {
        if object !== current { isBroken = true }
        names.append(object.layout.names[slot])
        let property = object.layout.properties[slot]
        // A layer above may declare an attribute that is not stored as optional in any case.
        if property.isOptional, !property.isTransient { readsOptional = true }
        self.answer = answer
        current = next
    }

    /// Returns whether the key path's result is the answer to its last read, unchanged.
    func isAnswer(_ result: Any?) -> Bool {
        switch answer {
        case nil: false
        case .value(.null, _, _): result.isNothing
        case .choice(let isAnswer): isAnswer(result)
        case .parts(let names): !names(result).isEmpty
        case .value(let value, let layout, let slot): layout.kinds[slot].isAttribute && value == given(result, layout, slot)
        case .object(let object): (result as? NSManagedObject) === object
        case .members(let members):
            (result as? NSObject)?.isEqual(NSSet(array: members)) == true
                || (result as? NSObject)?.isEqual(NSOrderedSet(array: members)) == true
                || (result as? Set<NSManagedObject>) == Set(members)
        }
    }

    /// Returns the names of the parts of the last answer that a result may be; an empty name for an
    /// answer without parts.
    func parts(_ result: Any?) -> Set<String> {
        if case .parts(let names) = answer { names(result) } else { [""] }
    }

    /// Returns whether an ID is that of the object which the path has reached.
    func isLast(_ id: NSManagedObjectID, _ root: NSManagedObject) -> Bool {
        guard !isBroken else { return false }
        if case .object(let object) = answer { return object.objectID == id }
        return answer == nil && root.objectID == id
    }

    private func given(_ result: Any?, _ layout: EntityLayout, _ slot: Int) -> Value? {
        let result = (result as? any RawRepresentable)?.rawValue ?? result
        // A date attribute may be declared as a `TimeInterval`.
        if let seconds = result as? any SlotValue, layout.types[slot] == .dateAttributeType {
            return layout.stored(seconds, at: slot)
        }
        return layout.value(result, at: slot)
    }

    private func value(_ slot: Int, _ layout: EntityLayout) -> Value {
        let type = layout.types[slot]
        return switch round {
        case .usual(let step): Self.usualValue(of: type, layout.defaults[slot], step)
        case .first: Self.strangeValue(of: type, -7_301 - slot, isFirst: true)
        case .empty: Self.emptyValue(of: type) ?? Self.strangeValue(of: type, 7_919 + slot, isFirst: false)
        case .second, .choice, .nothing: Self.strangeValue(of: type, 7_919 + slot, isFirst: false)
        }
    }

    /// Returns a value for which an app's code seldom traps: the default value, or what many rows have.
    ///
    /// Numbers are such that all types that a property can be declared with hold them exactly.
    ///
    /// - Parameter step: 0, or 1 for another number, date or Boolean value.
    private static func usualValue(of type: NSAttributeType, _ defaultValue: Value, _ step: Int) -> Value {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            guard case .int(let number) = defaultValue else { return .int(Int64(step)) }
            return .int(number < 100 ? number + Int64(step) : number - Int64(step))
        case .doubleAttributeType, .floatAttributeType:
            guard case .double(let number) = defaultValue, case let number = Float(number), number.isFinite else {
                return .double(Double(step))
            }
            return .double(Double(number + Float(step)))
        case .decimalAttributeType:
            guard case .decimal(let number) = defaultValue else { return .decimal(Decimal(step)) }
            return .decimal(Decimal(NSDecimalNumber(decimal: number).intValue) + Decimal(step))
        case .booleanAttributeType: return .bool((defaultValue == .bool(true)) == (step == 0))
        case .stringAttributeType:
            if case .string(let text) = defaultValue, !text.isEmpty { return defaultValue }
            return .string("12345")
        case .dateAttributeType:
            let moment = (Date.now.timeIntervalSinceReferenceDate / 1_024).rounded(.down) + Double(step)
            return .date(Date(timeIntervalSinceReferenceDate: moment * 1_024))
        case .URIAttributeType: return URL(string: "https://www.example.com/index.html").map(Value.url) ?? .null
        default: return strangeValue(of: type, 12_345, isFirst: step == 0)
        }
    }

    /// Returns nil for a type without a value that is empty.
    private static func emptyValue(of type: NSAttributeType) -> Value? {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .int(0)
        case .doubleAttributeType, .floatAttributeType: .double(0)
        case .decimalAttributeType: .decimal(0)
        case .stringAttributeType: .string("")
        default: nil
        }
    }

    /// Returns a value that a computed property is unlikely to return unchanged in both rounds.
    private static func strangeValue(of type: NSAttributeType, _ number: Int, isFirst: Bool) -> Value {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .int(Int64(number))
        case .doubleAttributeType, .floatAttributeType: .double(Double(number) + 0.5)
        case .decimalAttributeType: .decimal(Decimal(number))
        case .booleanAttributeType: .bool(isFirst)
        case .stringAttributeType: .string(" Slot\(number)\n")
        case .dateAttributeType: .date(Date(timeIntervalSinceReferenceDate: Double(number) + 0.25))
        case .binaryDataAttributeType: .data(Data("\(number)".utf8))
        case .UUIDAttributeType: .uuid(isFirst ? uuids.0 : uuids.1)
        case .URIAttributeType: .url(URL(filePath: "/slot/\(number)"))
        // Only the accessor knows the type of such a value.
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType: .null
        }
    }

    private static let uuids = (UUID(), UUID())
}

extension Any? {
    /// Whether this is nil, or a nested optional that is nil.
    fileprivate var isNothing: Bool {
        guard let self else { return true }
        let mirror = Mirror(reflecting: self)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }
}
