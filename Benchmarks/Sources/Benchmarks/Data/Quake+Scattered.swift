import Foundation

extension Quake {
    /// Made-up quakes all over the world, the same at every call: a fifth in Alaska, half of them stronger than 4.5, and one place in
    /// twenty not in ASCII.
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
                // Ninety magnitudes and twenty regions have a common factor; dividing keeps the two apart.
                magnitude: Float(number / regions.count % 90) / 10,
                place: "\(number % 300) km NNW of Somewhere, \(regions[number % regions.count])",
                time: Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(number) * 61.5)
            )
        }
    }
}
