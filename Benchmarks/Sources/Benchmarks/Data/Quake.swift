import Foundation

/// One row of the work: what every contestant stores.
struct Quake: Sendable {
    /// Unique.
    let code: String
    let magnitude: Float
    let place: String
    let time: Date
}

extension Quake {
    /// Made-up quakes, the same at every call; the codes come in no order, so that keeping them unique has its usual cost.
    static func generated(_ count: Int) -> [Quake] { generated(0..<count) }

    static func generated(_ numbers: Range<Int>) -> [Quake] {
        numbers.map { number in
            // Knuth's multiplicative hash: multiplying by an odd number never maps two numbers to one.
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
