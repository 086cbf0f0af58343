internal import Foundation
internal import Predicates
internal import Synchronization

/// Notes which slots are read, and answers each with a value of its own.
final class SlotRecorder {
    private(set) var slots: [Int] = []
    private let round: Int

    init(round: Int) {
        self.round = round
    }

    func note(_ slot: Int, type: NSAttributeType) -> Value {
        slots.append(slot)
        return answer(slot, type)
    }

    /// A value that a computed property is unlikely to pass on unchanged in both rounds.
    func answer(_ slot: Int, _ type: NSAttributeType) -> Value {
        let number = round == 0 ? -7_301 - slot : 7_919 + slot
        return switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .int(Int64(number))
        case .doubleAttributeType, .floatAttributeType: .double(Double(number) + 0.5)
        case .decimalAttributeType: .decimal(Decimal(number))
        case .booleanAttributeType: .bool(round == 0)
        case .stringAttributeType: .string(" Slot\(number)\n")
        case .dateAttributeType: .date(Date(timeIntervalSinceReferenceDate: Double(number) + 0.25))
        case .binaryDataAttributeType: .data(Data("\(number)".utf8))
        case .UUIDAttributeType: .uuid(Self.uuids[round])
        case .URIAttributeType: .url(URL(filePath: "/slot/\(number)"))
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType: .null
        }
    }

    private static let uuids = [UUID(), UUID()]
}

/// Finds the property that a key path such as `\Quake.time` names.
package enum KeyPathNames {
    private struct Known: @unchecked Sendable {
        var names: [AnyKeyPath: String?] = [:]
    }

    private static let known = Mutex(Known())

    /// The name of the stored property the key path reads, or nil when it reads a computed one.
    ///
    /// The path is read twice, on instances that answer each slot with a value of its own: it names a property if
    /// that slot alone was read and its value came back unchanged both times. The answer is kept, so the cost is paid
    /// once a key path. Traps when the path's root is no managed object class, or is one without an entity in a loaded model.
    ///
    /// - Parameter entity: the entity of the path's root where it is known; otherwise it is looked for in the loaded models.
    package static func propertyName(of keyPath: AnyKeyPath, in entity: NSEntityDescription? = nil) -> String? {
        if let name = known.withLock({ $0.names[keyPath] }) { return name }
        guard let type = type(of: keyPath).rootType as? NSManagedObject.Type else {
            preconditionFailure("The key path \(keyPath) does not start at a managed object.")
        }
        let entity = entity ?? type.entity()
        let slot = recordedSlot(keyPath, entity: entity, round: 0)
        let name =
            slot != nil && recordedSlot(keyPath, entity: entity, round: 1) == slot
            ? slot.map { entity.layout.attributes[$0].name } : nil
        known.withLock { $0.names[keyPath] = .some(name) }
        return name
    }

    private static func recordedSlot(_ keyPath: AnyKeyPath, entity: NSEntityDescription, round: Int) -> Int? {
        let object = entity.layout.managedObjectClass.init(entity: entity, insertInto: nil)
        let recorder = SlotRecorder(round: round)
        object.recorder = recorder
        object.state = []
        let result = object[keyPath: keyPath]
        guard recorder.slots.count == 1, let slot = recorder.slots.first else { return nil }
        let type = entity.layout.types[slot]
        return Value(result, as: type) == recorder.answer(slot, type) ? slot : nil
    }
}
