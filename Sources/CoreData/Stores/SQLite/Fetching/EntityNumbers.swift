internal import StrataTraps

/// The mapping between a store's entities and their numbers (`Z_ENT`).
struct EntityNumbers: Sendable {
    /// The entities by number.
    let layouts: [Int64: EntityLayout]
    private let numbers: [ObjectIdentifier: Int64]

    init(_ entities: [StoreLayout.NumberedEntity]) {
        layouts = Dictionary(uniqueKeysWithValues: entities.map { ($0.number, $0.layout) })
        numbers = Dictionary(uniqueKeysWithValues: entities.map { (ObjectIdentifier($0.layout), $0.number) })
    }

    func layout(_ number: Int64) -> EntityLayout? { layouts[number] }

    func contains(_ layout: EntityLayout) -> Bool { numbers[ObjectIdentifier(layout)] != nil }

    func number(_ layout: EntityLayout) -> Int64 {
        guard let number = numbers[ObjectIdentifier(layout)] else {
            trap("The entity '\(layout.name)' does not belong to the model that the store was opened with.")
        }
        return number
    }
}
