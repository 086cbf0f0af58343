import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct AccentColorTests {
    /// Returns the accent color of an app whose catalog has a set with an entry for each text of JSON.
    private func accentColor(_ entries: [String]?) throws -> Color? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let set = folder.appendingPathComponent("Assets.xcassets/\(entries == nil ? "Other" : "AccentColor").colorset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        let contents = #"{"colors": [\#((entries ?? []).joined(separator: ", "))]}"#
        try Data(contents.utf8).write(to: set.appendingPathComponent("Contents.json"))
        return AssetCatalog.accentColor(in: folder)
    }

    private let light = #"""
        {"idiom": "universal", "color": {"color-space": "srgb",
          "components": {"red": "0xFF", "green": "0x80", "blue": "0x00", "alpha": "1.000"}}}
        """#
    private let dark = #"""
        {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
          "color": {"color-space": "srgb", "components": {"red": "1.0", "green": "0.0", "blue": "1.0", "alpha": "1.000"}}}
        """#

    @Test func `the accent color is that of the catalog in both appearances`() throws {
        let color = try #require(try accentColor([light, dark]))
        #expect(color.components(in: .light) == ColorComponents(red: 1, green: 128.0 / 255, blue: 0, alpha: 1))
        #expect(color.components(in: .dark) == ColorComponents(red: 1, green: 0, blue: 1, alpha: 1))
    }

    @Test func `a set without a color, as in a new project, is no accent color`() throws {
        #expect(try accentColor([#"{"idiom": "universal"}"#]) == nil)
    }

    @Test func `a catalog without the set has no accent color`() throws {
        #expect(try accentColor(nil) == nil)
    }

    @Test func `an app without an accent color has that of the system`() {
        #expect(Color.appAccentColor == nil)
        #expect(Color.accentColor.components(in: .light) == Color.blue.components(in: .light))
    }
}
