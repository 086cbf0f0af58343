@testable import StrataPredicates

/// Tests write row IDs as literals.
extension RowID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) {
        self.init(value)
    }
}
