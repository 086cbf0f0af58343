import Foundation
import StrataTestSupport

@testable import StrataArchives

/// Random changes of an archive's content that keep its form: values of other types, references to
/// other objects, fields that are missing.
struct ArchiveMutations {
    private let values: [PropertyList]
    private let keys: [String]

    /// - Parameter archives: Archives whose values take the place of others.
    init(_ archives: [PropertyList]) {
        var values: [PropertyList] = [
            .bool(true), .int(.min), .int(.max), .int(-1), .int(1 << 40), .unsigned(.max), .real(.nan), .real(.infinity),
            .real(1e300),
            .date(Date(timeIntervalSinceReferenceDate: .nan)), .string(""), .string("$null"), .string("{1, 2"), .data(Data()),
            .data(Data(repeating: 0xFF, count: 64)), .array([]), .dictionary([:]), .reference(0), .reference(1),
            .reference(1_000_000),
        ]
        var keys: Set<String> = []
        func collect(_ value: PropertyList) {
            switch value {
            case .array(let elements): elements.forEach(collect)
            case .dictionary(let entries):
                keys.formUnion(entries.keys)
                entries.values.forEach(collect)
            default: break
            }
            if values.count < 20_000 { values.append(value) }
        }
        archives.forEach(collect)
        self.values = values
        self.keys = keys.sorted()
    }

    /// Returns an archive with some values replaced.
    func mutated(_ archive: PropertyList, _ dice: inout SeededGenerator) -> PropertyList {
        guard var top = archive.dictionary, var objects = top["$objects"]?.array, !objects.isEmpty else { return archive }
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let place = Int.random(in: 0..<objects.count, using: &dice)
            objects[place] = changed(objects[place], objects.count, &dice)
        }
        top["$objects"] = .array(objects)
        return .dictionary(top)
    }

    private func changed(_ value: PropertyList, _ count: Int, _ dice: inout SeededGenerator) -> PropertyList {
        switch value {
        case .dictionary(var entries) where !entries.isEmpty && Int.random(in: 0..<10, using: &dice) > 0:
            guard let key = entries.keys.sorted().randomElement(using: &dice) else { return value }
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: entries[key] = nil
            case 1: entries[keys.randomElement(using: &dice) ?? key] = entries.removeValue(forKey: key)
            case 2: entries[keys.randomElement(using: &dice) ?? key] = values.randomElement(using: &dice)
            default: entries[key] = entries[key].map { changed($0, count, &dice) }
            }
            return .dictionary(entries)
        case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<4, using: &dice) > 0:
            let place = Int.random(in: 0..<elements.count, using: &dice)
            elements[place] = changed(elements[place], count, &dice)
            return .array(elements)
        case .reference where Bool.random(using: &dice): return .reference(Int.random(in: 0..<count, using: &dice))
        default: return values.randomElement(using: &dice) ?? value
        }
    }
}
