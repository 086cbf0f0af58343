import CoreData
import Foundation
import RoundTrip
import Testing

#if PREPARED_MODELS
    import PreparedModels
#endif

/// Every model fills a store, and what comes back is what went in.
@Suite struct RoundTripTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("RoundTripTests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test(arguments: ["Features", "Guest", "Lone", "Clashes"])
    func modelsOfThisPackage(name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try RoundTrip(model: name, in: folder).run() > 0)
    }

    #if PREPARED_MODELS
        @Test(arguments: preparedModels.map(\.name))
        func modelsOfOthers(name: String) throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let model = try #require(preparedModels.first { $0.name == name })
            #expect(try RoundTrip(model: name, in: folder).run(accessors: model.accessors) > 0)
        }
    #else
        @Test(.disabled("The models of others are not there; see ../shared/data/models."))
        func modelsOfOthers() {}
    #endif
}
