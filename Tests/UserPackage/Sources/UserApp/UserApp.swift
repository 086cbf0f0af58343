import CoreData
import Features
import Foundation
import Guest
import RoundTrip

/// Does the round trip with the models named, or with those of this package. Prints one line a model.
@main
enum UserApp {
    static func main() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("UserApp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let named = CommandLine.arguments.dropFirst()
        for name in named.isEmpty ? ["Features", "Guest", "Lone"] : Array(named) {
            let count = try RoundTrip(model: name, in: folder).run()
            print("\(name): \(count) values")
        }
    }
}
