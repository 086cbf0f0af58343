import Foundation
import StrataTestSupport
import Testing

@testable import StrataArchives

/// Damaged archives are errors, or have other values. They never end the process.
///
/// The two tests with random damage share `STRATA_FUZZ_COUNT`: in `make soak`, a million archives.
@Suite struct RandomArchiveDamageTests {
    private static let archives: [Data] = Samples.objects.compactMap { try? KeyedArchiveEncoder.data(of: $0.object) }

    @Test func `every sample has an archive`() {
        #expect(Self.archives.count == Samples.objects.count)
    }

    @Test func `archives with other values are errors or objects`() throws {
        var damage = Damage()
        let lists = try Self.archives.map(PropertyList.init(binary:))
        let mutations = ArchiveMutations(lists)
        var read = 0
        let count = Damage.count(4_000, share: 0.5)
        for _ in 0..<count {
            guard let list = lists.randomElement(using: &damage.dice) else { continue }
            read += Self.read(damage.tried(mutations.mutated(list, &damage.dice).binary)) ? 1 : 0
        }
        // Neither only errors nor only objects: the mutations reach the objects' fields.
        #expect(read > count / 20, "seed \(damage.seed)")
        #expect(read < count * 19 / 20, "seed \(damage.seed)")
    }

    @Test func `archives with other bytes are errors or objects`() {
        var damage = Damage()
        var read = 0
        let count = Damage.count(4_000, share: 0.5)
        for _ in 0..<count {
            guard let data = Self.archives.randomElement(using: &damage.dice) else { continue }
            read += Self.read(damage.damaged(data)) ? 1 : 0
        }
        #expect(read > count / 20, "seed \(damage.seed)")
        #expect(read < count * 19 / 20, "seed \(damage.seed)")
    }

    /// Returns whether an archive has an object. Archives the object again.
    private static func read(_ data: Data) -> Bool {
        // Whatever was an error before is one here.
        guard let object = try? KeyedArchiveDecoder.object(in: data) else { return false }
        _ = try? KeyedArchiveEncoder.data(of: object)
        _ = try? KeyedArchiveDecoder.object(in: data, of: [NSDictionary.self, NSArray.self, NSString.self, NSNumber.self])
        return true
    }
}
