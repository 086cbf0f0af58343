import Foundation

/// The row that every contestant stores.
struct Quake: Sendable {
    /// The unique identifier.
    let code: String
    let magnitude: Float
    let place: String
    let time: Date
}

extension Quake {
    /// Returns generated quakes, the same for every call.
    ///
    /// The codes are unordered, so that maintaining their unique index has its usual cost.
    static func generated(_ count: Int) -> [Quake] { generated(0..<count) }

    static func generated(_ numbers: Range<Int>) -> [Quake] {
        numbers.map { number in
            // Knuth's multiplicative hash: multiplication by an odd number has no collisions.
            let code = UInt32(truncatingIfNeeded: number) &* 2_654_435_761
            return Quake(
                code: "ak" + String(code, radix: 16),
                magnitude: Float(number % 90) / 10,
                place: "\(number % 300) km NNW of Somewhere, Alaska",
                time: Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(number) * 61.5)
            )
        }
    }
}
