import Foundation
import Testing

@testable import Earthquakes

struct FeedTests {
    private func read(_ json: String) throws -> QuakeCollection { try QuakeCollection(geoJSON: Data(json.utf8)) }

    private func feature(_ properties: String) -> String { #"{"type": "Feature", "properties": {\#(properties)}}"# }

    private func collection(_ features: String...) -> String {
        #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ", "))]}"#
    }

    @Test func aFeatureIsReadWithItsDay() throws {
        let quakes = try read(
            collection(feature(#""code": "a1", "mag": 2.5, "place": "5km S of \"Here\"", "time": 1528967533010"#)))
        #expect(
            quakes.quakes == [
                QuakeFeature(
                    code: "a1", magnitude: 2.5, place: #"5km S of "Here""#, time: Date(timeIntervalSince1970: 1_528_967_533.010))
            ])
        #expect(quakes.quakes.first?.day == "2018-06-14")
    }

    @Test(arguments: [
        #""mag": 1, "place": "x", "time": 0"#, #""code": "a", "place": "x", "time": 0"#, #""code": "a", "mag": 1, "place": "x""#,
        #""code": null, "mag": 1, "time": 0"#, #""code": "a", "mag": null, "time": 0"#, #""code": "a", "mag": "1", "time": 0"#,
        #""code": "", "mag": 1, "time": 0"#, #""code": "a", "mag": 1, "time": "now""#,
        #""code": "a", "mag": 1, "time": 1e300"#, #""code": "a", "mag": 1, "time": -1e300"#,
    ])
    func aFeatureWithoutCodeTimeOrMagnitudeIsSkippedAndCounted(properties: String) throws {
        let quakes = try read(collection(feature(properties), feature(#""code": "b", "mag": -0.5, "time": 0"#)))
        #expect(quakes.skipped == 1)
        #expect(quakes.quakes.map(\.code) == ["b"])
    }

    @Test(arguments: [
        (#"{"type": "Point", "coordinates": [-150.7, 61.7, 56.3]}"#, 56.3),
        (#"{"type": "Point", "coordinates": [-150.7, 61.7]}"#, 0), (#"{"type": "Point", "coordinates": null}"#, 0), ("null", 0),
    ])
    func `the third coordinate is the depth`(geometry: String, depth: Double) throws {
        let properties = #""code": "a", "mag": 1, "time": 0"#
        let quakes = try read(collection(#"{"type": "Feature", "geometry": \#(geometry), "properties": {\#(properties)}}"#))
        #expect(quakes.quakes.map(\.depth) == [depth])
    }

    @Test func whatIsNoFeatureAtAllIsSkippedToo() throws {
        #expect(try read(collection("7", "null", #"{"type": "Feature"}"#)) == read(collection("[]", "[]", "[]")))
        #expect(try read(collection("7")).skipped == 1)
    }

    @Test(arguments: ["<html>404</html>", "hello", "{]", #"{"a": 1}}"#, "{'a': 1}"])
    func whatIsNotJSONIsSaidSo(text: String) {
        #expect(throws: FeedError.notJSON) { try read(text) }
    }

    @Test func anyCutOfAFeedIsTruncated() throws {
        let whole = collection(feature(#""code": "a", "mag": 1, "place": "br{ack[et\" \\", "time": 0"#))
        #expect(try read(whole).quakes.count == 1)
        for length in 0..<whole.utf8.count {
            #expect(throws: FeedError.truncated, "cut to \(length) bytes") {
                try read(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
            }
        }
    }

    @Test(arguments: [
        "{}", "[]", "[1, 2]", #"{"type": "Feature"}"#, #"{"type": "FeatureCollection"}"#,
        #"{"type": "FeatureCollection", "features": 3}"#,
    ])
    func jsonOfAnotherKindIsNotGeoJSON(json: String) {
        #expect {
            try read(json)
        } throws: { error in
            if case FeedError.notGeoJSON = error { true } else { false }
        }
    }

    @Test func theBundledSampleIsWhole() async throws {
        let data = try await #require(Feed.sample).load(timeout: 1)
        let quakes = try QuakeCollection(geoJSON: data)
        #expect(quakes.quakes.count == 160 && quakes.skipped == 0)
        #expect(Set(quakes.quakes.map(\.code)).count == 160)
    }

    @Test func argumentsNameAddressesAndFiles() throws {
        #expect(
            Feed(argument: "https://example.org/a.geojson") == .remote(try #require(URL(string: "https://example.org/a.geojson")))
        )
        #expect(Feed(argument: "/tmp/a b.geojson") == .file(URL(filePath: "/tmp/a b.geojson")))
        #expect(Feed(argument: "") == nil)
        #expect(Feed(argument: "ftp://example.org/a") == nil)
        #expect(Feed(argument: "https://") == nil)
    }

    @Test func aFileThatIsNotThereIsNamed() async {
        await #expect {
            try await Feed.file(URL(filePath: "/no/such/feed")).load(timeout: 1)
        } throws: { error in
            error.localizedDescription.contains("/no/such/feed")
        }
    }
}
