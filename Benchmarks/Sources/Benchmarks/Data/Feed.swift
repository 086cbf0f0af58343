import Foundation

/// The part of a USGS earthquake feed that the benchmarks store.
struct Feed: Decodable {
    struct Feature: Decodable {
        struct Properties: Decodable {
            let code: String
            let mag: Float
            let place: String
            /// Milliseconds since 1970.
            let time: Double
        }

        let properties: Properties
    }

    let features: [Feature]

    static func quakes(in data: Data) throws -> [Quake] {
        try JSONDecoder().decode(Feed.self, from: data).features.map(\.properties).map {
            Quake(code: $0.code, magnitude: $0.mag, place: $0.place, time: Date(timeIntervalSince1970: $0.time / 1000))
        }
    }
}
