/// Names a row: its entity and its number.
///
/// Numbers above zero are primary keys in the store. Numbers below zero belong to objects that were not saved yet;
/// they count down, so the order of the numbers is the order of insertion, reversed.
struct RowKey: Hashable, Sendable {
    let entity: ObjectIdentifier
    let number: Int64

    init(_ entity: NSEntityDescription, _ number: Int64) {
        self.entity = ObjectIdentifier(entity)
        self.number = number
    }

    var isTemporary: Bool { number < 0 }
}
