import Foundation

/// The imported properties of an earthquake.
struct QuakeFeature: Equatable, Sendable {
    let code: String
    let magnitude: Float
    let place: String?
    let time: Date
    /// The depth in kilometers; 0 if the feed has none.
    var depth = 0.0

    /// The day in UTC, such as `2018-06-14`.
    var day: String { time.formatted(.iso8601.year().month().day()) }

    /// The attribute values for a batch insert.
    var dictionaryValue: [String: Any] {
        var values: [String: Any] = ["code": code, "day": day, "depth": depth, "magnitude": magnitude, "time": time]
        if let place { values["place"] = place }
        return values
    }
}

/// A decoded feed: its earthquakes, and the number of features that lack a required property.
struct QuakeCollection: Equatable, Sendable {
    var quakes: [QuakeFeature]
    var skipped: Int

    /// Decodes GeoJSON. A feature without a code, a time or a magnitude is skipped and counted.
    ///
    /// - Throws: ``FeedError/notJSON``, ``FeedError/truncated`` or
    ///   ``FeedError/notGeoJSON(reason:)``.
    init(geoJSON data: Data) throws(FeedError) {
        let collection: FeatureCollection
        do {
            collection = try JSONDecoder().decode(FeatureCollection.self, from: data)
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw Self.endsEarly(data) ? .truncated : .notJSON
        } catch let error as FeedError {
            throw error
        } catch {
            throw .notGeoJSON(reason: #"it is no "FeatureCollection" with "features"."#)
        }
        quakes = collection.features.compactMap(\.quake)
        skipped = collection.features.count - quakes.count
    }

    /// Returns whether the data ends before the closing bracket of the JSON object or array that it
    /// begins.
    static func endsEarly(_ data: Data) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        var hasBegun = false
        for byte in data {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else {
                switch byte {
                case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""): isInString = true
                default: break
                }
            }
            if !hasBegun && depth == 0 { return false }
            hasBegun = true
        }
        // An empty response counts as truncated.
        return !hasBegun || depth > 0
    }
}

/// GeoJSON's outermost object (RFC 7946, section 3.3).
private struct FeatureCollection: Decodable {
    let features: [Feature]

    enum CodingKeys: CodingKey { case type, features }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(String.self, forKey: .type) == "FeatureCollection" else {
            throw FeedError.notGeoJSON(reason: #"its "type" is not "FeatureCollection"."#)
        }
        features = try container.decode([Feature].self, forKey: .features)
    }
}

/// A feature, whose `quake` is nil if it is invalid, so that one invalid feature does not make the
/// whole feed fail.
private struct Feature: Decodable {
    let quake: QuakeFeature?

    /// The valid times, in milliseconds since 1970: the years 1 to 9999.
    private static let times = -62_135_596_800_000.0..<253_402_300_800_000.0

    enum CodingKeys: CodingKey { case properties, geometry }
    enum GeometryKeys: CodingKey { case coordinates }
    enum PropertyKeys: CodingKey { case code, mag, place, time }

    init(from decoder: any Decoder) throws {
        // Ignored: a feature without these values is no quake, and the others of the feed are read.
        guard let feature = try? decoder.container(keyedBy: CodingKeys.self),
            let properties = try? feature.nestedContainer(keyedBy: PropertyKeys.self, forKey: .properties),
            let code = try? properties.decode(String.self, forKey: .code), !code.isEmpty,
            let magnitude = try? properties.decode(Float.self, forKey: .mag), magnitude.isFinite,
            let milliseconds = try? properties.decode(Double.self, forKey: .time), Self.times.contains(milliseconds)
        else {
            quake = nil
            return
        }
        // Ignored: the feed has quakes without a place.
        quake = QuakeFeature(
            code: code, magnitude: magnitude, place: try? properties.decode(String.self, forKey: .place),
            time: Date(timeIntervalSince1970: milliseconds / 1000), depth: Self.depth(of: feature) ?? 0)
    }

    /// Returns the third coordinate of a feature: its depth, after the longitude and the latitude.
    private static func depth(of feature: KeyedDecodingContainer<CodingKeys>) -> Double? {
        // Ignored: a quake without a depth is shown at the surface.
        guard let geometry = try? feature.nestedContainer(keyedBy: GeometryKeys.self, forKey: .geometry),
            let coordinates = try? geometry.decode([Double].self, forKey: .coordinates), coordinates.count > 2
        else { return nil }
        return coordinates[2]
    }
}
