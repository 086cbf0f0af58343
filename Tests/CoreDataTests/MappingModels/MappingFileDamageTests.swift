import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Damaged files of mapping models.
@Suite struct MappingFileDamageTests {
    @Test func `a damaged mapping model is nil or another mapping model`() throws {
        let folder = try MappingFileTests.folder()
        let model = folder.url.appending(path: "Mappings/MusicTo2.xcmappingmodel")
        let file = model.appending(path: "xcmapping.xml")
        let whole = try Data(contentsOf: file)
        var damage = Damage()
        var read = 0
        let count = Damage.count(100, share: 0.005)
        for _ in 0..<count {
            try damage.damaged(whole).write(to: file)
            if NSMappingModel(contentsOf: model) != nil { read += 1 }
        }
        #expect(read < count, "seed \(damage.seed)")
    }
}
