import CoreData
import Foundation
import SwiftData
import Testing

struct CrateSize: Codable {
    var width = 1
    var height = 1
}

@Model final class Crate {
    #Unique<Crate>([\.size.width])
    var size = CrateSize()
    @Relationship(inverse: \CratePart.crate) var parts: [CratePart] = []

    init() {}
}

@Model final class CratePart {
    var crate: Crate?

    init() {}
}

struct ImpossibleConstraintTests {
    @Test func `models with a constraint that no store can have are made, and their container throws`() throws {
        let crate = Crate()
        crate.parts.append(CratePart())
        #expect(crate.parts.first?.crate === crate)
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        let description = try #require(error).localizedDescription
        #expect(description.contains("'Crate.size.width' cannot be unique: it is an element of a structure"))
    }

    @Test func `a managed object model of such models traps with the same sentence`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSManagedObjectModel.makeManagedObjectModel(for: Crate.self)
        }
        let log = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(log.contains("'Crate.size.width' cannot be unique: it is an element of a structure"))
    }
}
