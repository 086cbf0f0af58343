import Foundation
import SwiftData
import Testing

// `==` of descriptors: section 1.7 of the reference.
@Suite struct ModelEqualityTests {
    @Test func `descriptors of one configuration are equal`() {
        let one = FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.age > 3 }, sortBy: [SortDescriptor(\.name)])
        let other = FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.age > 3 }, sortBy: [SortDescriptor(\.name)])
        #expect(one == other)
        #expect(one != FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.age > 4 }, sortBy: [SortDescriptor(\.name)]))
        #expect(one != FetchDescriptor<RefAuthor>(predicate: #Predicate { $0.age > 3 }, sortBy: [SortDescriptor(\.age)]))
    }
}
