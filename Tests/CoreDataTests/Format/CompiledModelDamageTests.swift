import CoreData
import Foundation
import StrataModelFormat
import StrataTestSupport
import Testing

/// Damaged files of models that Apple's compiler wrote.
@Suite struct CompiledModelDamageTests {
    @Test func `a damaged model of Apple's compiler is an error or another model`() throws {
        let folder = try TemporaryFolder()
        let url = try CompiledModelTests.bundle(folder)
        let mom = url.appending(path: "Notes 2.mom")
        let archive = try Data(contentsOf: mom)
        var damage = Damage()
        var read = 0
        let count = Damage.count(100, share: 0.005)
        for _ in 0..<count {
            try damage.damaged(archive).write(to: mom)
            do {
                _ = try NSManagedObjectModel(reading: url)
                read += 1
            } catch {
                #expect(!error.message.isEmpty, "seed \(damage.seed)")
            }
        }
        #expect(read < count, "seed \(damage.seed)")
    }
}
