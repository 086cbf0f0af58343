/// A value that stops a migration, as the sentence of its error.
struct MigrationFailure: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) { description = sentence }
}
