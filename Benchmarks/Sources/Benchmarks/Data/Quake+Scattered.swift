import Foundation

extension Quake {
    /// Returns generated quakes all over the world, the same for every call: a fifth in Alaska,
    /// half of all stronger than 4.5, and one place in twenty with a non-ASCII name.
    static func scattered(_ count: Int) -> [Quake] {
        let regions = [
            "Alaska", "California", "Hawaii", "Alaska", "Papua New Guinea", "southern Alaska", "Kermadec Islands region", "Chile",
            "Nevada",
            "Fiji region", "Puerto Rico", "ALASKA PENINSULA", "Oklahoma", "Banda Sea", "Idaho", "Vanuatu",
            "Peru-Ecuador border region",
            "Mid-Indian Ridge", "Tonga", "São Miguel, Portugal",
        ]
        return (0..<count).map { number in
            Quake(
                code: "us" + String(number, radix: 16),
                // Dividing makes magnitudes independent of regions: 90 and 20 have a common factor.
                magnitude: Float(number / regions.count % 90) / 10,
                place: "\(number % 300) km NNW of Somewhere, \(regions[number % regions.count])",
                time: Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(number) * 61.5)
            )
        }
    }
}
