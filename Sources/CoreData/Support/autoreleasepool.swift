/// Runs a block and returns its result, as Apple's Foundation does inside a pool of autoreleased
/// objects.
///
/// Importers wrap each batch in it. On Linux no object is ever autoreleased: all objects that the
/// block alone uses are released by the time it ends.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
