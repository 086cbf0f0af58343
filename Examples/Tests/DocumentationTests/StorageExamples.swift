import CoreData
import Foundation
import SwiftUI

@testable import TeamNotes

// The examples of docs/storage.md.

struct DepthView: View {
    @AppStorage("showsDepth") private var showsDepth = true
    @AppStorage("unit") private var unit = Unit.kilometers

    enum Unit: String { case kilometers, miles }

    var body: some View {
        Toggle("Show the depth", isOn: $showsDepth.animation())
        if showsDepth { Text("The depth is in \(unit.rawValue).") }
    }
}

extension UserDefaults {
    static var shared: UserDefaults { UserDefaults(suiteName: "example.shared") ?? .standard }
}

struct SharedSettings: View {
    @AppStorage("color", store: .shared) private var color = "blue"

    var body: some View { Text(color).defaultAppStorage(.shared) }
}

struct SettingsList: View {
    @AppStorage("color") private var color = "blue"

    var body: some View { TextField("Color", text: $color) }
}

struct PersonalSettings: View {
    @Environment(\.person) private var person

    var body: some View {
        SettingsList().defaultAppStorage(UserDefaults(suiteName: "settings.\(person)") ?? .standard)
    }
}

struct SettingsOfAll: View {
    let container: NSPersistentContainer
    @Environment(\.person) private var person

    var body: some View { SettingsList().defaultAppStorage(container.userDefaults(of: person)) }
}

struct Products: Codable {
    var names: [String] = []

    private static let file = URL.applicationSupportDirectory.appending(path: "Shop/Products.json")

    static func load() throws -> Products {
        guard FileManager.default.fileExists(atPath: file.path) else { return Products() }
        return try JSONDecoder().decode(Products.self, from: Data(contentsOf: file))
    }

    func save() throws {
        let folder = Self.file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: Self.file, options: .atomic)
    }
}
