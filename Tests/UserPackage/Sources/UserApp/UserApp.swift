import CoreData
import Features
import Foundation
import Guest
import RoundTrip

#if PREPARED_MODELS
    import PreparedModels
#endif

/// Does the round trip with every model. Prints one line a model.
@main
enum UserApp {
    static func main() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("UserApp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Features", "Guest", "Lone"] {
            print("\(name): \(try RoundTrip(model: name, in: folder).run()) values")
        }
        #if PREPARED_MODELS
            for model in preparedModels {
                print("\(model.name): \(try RoundTrip(model: model.name, in: folder).run(accessors: model.accessors)) values")
            }
        #endif
    }
}
