import Testing

/// Runs each test twice: with the stores that it makes, and with plain stores in their place, whose
/// engine is one of the tests. For tests of what does not depend on the kind of store.
struct EachStore: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        if test.traits.contains(where: { $0 is OwnStore }) { return }
        let naming = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments.append("The store was a plain one.")
            return issue
        }
        try await naming.provideScope(for: test, testCase: testCase) {
            try await StoreUnderTest.$replacement.withValue(.plain) { try await function() }
        }
    }
}

/// Marks a test of a suite with the trait `eachStore` that needs the store that it makes, such as
/// its history.
struct OwnStore: TestTrait {}

extension Trait where Self == OwnStore {
    /// With the store that the test makes only.
    static var ownStore: Self { Self() }
}

extension Trait where Self == EachStore {
    /// With the stores that the tests make, and with plain stores in their place.
    static var eachStore: Self { Self() }
}
