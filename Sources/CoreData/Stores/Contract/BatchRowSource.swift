/// The source of a batch insertion's rows.
protocol BatchRowSource: AnyObject {
    /// Replaces `values` with the next row, with defaults for missing values; returns false at the
    /// end.
    func next(_ values: inout RowValues) throws -> Bool
}
