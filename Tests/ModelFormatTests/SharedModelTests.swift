import Foundation
import StrataModelFormat
import Testing

@Suite("The bundles of public projects", .enabled(if: !SharedModels.bundles.isEmpty, "../shared/data/models is not here"))
struct SharedModelTests {
    @Test(arguments: SharedModels.versions)
    func `a model is written as it was read`(url: URL) throws {
        let original = try String(contentsOf: url.appendingPathComponent("contents"), encoding: .utf8)
        let model = try ModelElement(contentsOf: url)
        #expect(model.contents == original)
    }
}
