internal import Foundation

/// The properties that an update wrote, as bits in the history: one bit for each property, sorted by
/// name, including inherited properties and relationships. The first property is the highest bit of
/// the first byte.
enum HistoryColumns {
    static func encode(_ slots: some Collection<Int>, of layout: EntityLayout) -> Data {
        var bytes = Data(count: (layout.historySlots.count + 7) / 8)
        for slot in slots {
            guard let bit = layout.historyBits[slot] else { continue }
            bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
        }
        return bytes
    }

    static func decode(_ data: Data, of layout: EntityLayout) -> [Int] {
        let bytes = [UInt8](data)
        return layout.historySlots.indices.filter { bit in
            bit / 8 < bytes.count && bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
        }.map { layout.historySlots[$0] }
    }
}
