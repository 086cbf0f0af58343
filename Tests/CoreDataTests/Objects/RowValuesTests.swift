import Foundation
import StrataTestSupport
import Synchronization
import Testing

@testable import CoreData
@testable import StrataPredicates

/// Rows in memory: numbers are packed into words, all other values are stored whole.
@Suite struct RowValuesTests {
    /// Returns the layout of an entity with `count` attributes of random types. The null flags of
    /// more than 64 attributes do not fit into one word.
    private func layout(_ count: Int, _ random: inout SeededGenerator) -> EntityLayout {
        let entity = NSEntityDescription()
        entity.name = "Thing"
        entity.properties = (0..<count).map { index in
            let attribute = NSAttributeDescription()
            attribute.name = "a\(1_000 + index)"
            attribute.attributeType = Self.types.randomElement(using: &random) ?? .stringAttributeType
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        Self.models.withLock { $0.append(model) }
        return entity.layout
    }

    // Keeps the models: layouts refer to their entities, and entities refer weakly to their models.
    private static let models = Mutex<[NSManagedObjectModel]>([])

    private static let types: [NSAttributeType] = [
        .integer16AttributeType, .integer64AttributeType, .doubleAttributeType, .floatAttributeType, .dateAttributeType,
        .booleanAttributeType, .stringAttributeType, .decimalAttributeType, .UUIDAttributeType, .binaryDataAttributeType,
    ]

    private func value(_ type: NSAttributeType, _ random: inout SeededGenerator) -> Value {
        if Int.random(in: 0..<4, using: &random) == 0 { return .null }
        let number = Int64.random(in: -3...3, using: &random)
        switch type {
        case .integer16AttributeType, .integer64AttributeType: return .int(number)
        case .doubleAttributeType, .floatAttributeType: return .double(number == 3 ? -0.0 : Double(number) / 2)
        case .dateAttributeType: return .date(Date(timeIntervalSinceReferenceDate: Double(number)))
        case .booleanAttributeType: return .bool(number > 0)
        case .decimalAttributeType: return .decimal(Decimal(number) / 4)
        case .UUIDAttributeType: return .uuid(UUID(uuid: (1, 2, 3, UInt8(number + 3), 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
        case .binaryDataAttributeType: return .data(Data(repeating: 7, count: 40 * Int(number + 3)))
        default: return .string(String(repeating: "long enough to be kept elsewhere ", count: Int(number + 3)))
        }
    }

    /// Rows that share their storage and are changed one by one behave like arrays of the same
    /// values.
    @Test func rowsHoldWhatWasPutIn() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        for count in [0, 1, 5, 63, 64, 65, 130] {
            let layout = layout(count, &random)
            let first = layout.types.map { value($0, &random) }
            var rows = [RowValues(layout.shape), RowValues(layout.shape, first)]
            var models = [[Value](repeating: .null, count: count), first]
            for step in 0..<300 {
                let index = rows.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<10, using: &random) {
                case 0 where rows.count < 6:
                    rows.append(rows[index])
                    models.append(models[index])
                case 1 where rows.count > 2:
                    rows.remove(at: index)
                    models.remove(at: index)
                case 2:
                    let other = rows.indices.randomElement(using: &random) ?? 0
                    rows[index].replace(with: rows[other])
                    models[index] = models[other]
                default:
                    guard count > 0 else { continue }
                    let slot = Int.random(in: 0..<count, using: &random)
                    let new = value(layout.types[slot], &random)
                    rows[index][slot] = new
                    models[index][slot] = new
                }
                for (row, model) in zip(rows, models) {
                    #expect(row.indices.map { row[$0] } == model, "seed \(seed), \(count) slots, step \(step)")
                }
                let (a, b) = (rows.indices.randomElement(using: &random) ?? 0, rows.indices.randomElement(using: &random) ?? 0)
                #expect((rows[a] == rows[b]) == (models[a] == models[b]), "seed \(seed), step \(step)")
                #expect(
                    rows[a].differences(from: rows[b]) == (0..<count).filter { models[a][$0] != models[b][$0] },
                    "seed \(seed), step \(step)")
            }
        }
    }

    /// A value is released when its row is, and when another value replaces it.
    @Test func rowsLetGo() {
        final class Held {}
        let text = RowShape(
            [SlotKind.attribute, .attribute, .attribute],
            [NSAttributeType.stringAttributeType, .integer64AttributeType, .transformableAttributeType])
        weak var first: Held?
        weak var second: Held?
        do {
            let (one, other) = (Held(), Held())
            (first, second) = (one, other)
            var row = RowValues(text, [.string("a"), .int(1), .opaque(OpaqueValue(one))])
            let shared = row
            row[2] = .opaque(OpaqueValue(other))
            #expect(shared[2] == .opaque(OpaqueValue(one)) && row[1] == .int(1))
            row[2] = .null
        }
        #expect(first == nil && second == nil)
    }

    /// Accessors read numbers without an intermediate `Value`.
    @Test func slotsReadAsTypes() {
        let kinds: [SlotKind] = [.attribute, .attribute, .attribute, .attribute, .attribute]
        let shape = RowShape(
            kinds,
            [.integer64AttributeType, .doubleAttributeType, .dateAttributeType, .booleanAttributeType, .stringAttributeType])
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let row = RowValues(shape, [.int(-70_000), .double(0.5), .date(date), .bool(true), .string("a")])
        withExtendedLifetime(row) {
            #expect(row.slots.packed(0, as: Int64.self) == -70_000 && row.slots.packed(0, as: Int.self) == -70_000)
            #expect(
                row.slots.packed(0, as: Int32.self) == -70_000
                    && row.slots.packed(0, as: Int16.self) == Int16(truncatingIfNeeded: -70_000))
            #expect(row.slots.packed(1, as: Double.self) == 0.5 && row.slots.packed(1, as: Float.self) == 0.5)
            #expect(row.slots.packed(2, as: Date.self) == date && row.slots.packed(2, as: Double.self) == 5)
            #expect(row.slots.packed(3, as: Bool.self) == true)
            #expect(row.slots.packed(0, as: Double.self) == nil && row.slots.packed(4, as: String.self) == nil)
        }
        let empty = RowValues(shape)
        withExtendedLifetime(empty) { #expect(empty.slots.packed(0, as: Int64.self) == nil) }
    }
}
