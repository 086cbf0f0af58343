/// One sort key in the form that both evaluators read.
package struct SortForm: Hashable, Sendable {
    package var keyPath: [String]
    package var ascending: Bool
    package var comparison: TextComparison

    package init(keyPath: [String], ascending: Bool, comparison: TextComparison = .binary) {
        self.keyPath = keyPath
        self.ascending = ascending
        self.comparison = comparison
    }
}
