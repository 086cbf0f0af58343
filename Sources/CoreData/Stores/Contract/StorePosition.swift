internal import Foundation

/// A position in a store's history that remains valid after the store is closed.
///
/// The bytes have a meaning for the engine that returned the position, and for no other code. Since
/// files keep positions, an engine takes any bytes, and answers that it does not know the changes
/// since a position that it cannot read.
struct StorePosition: Codable, Hashable, Sendable {
    let bytes: Data
}
