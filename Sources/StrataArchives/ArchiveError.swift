/// The reason why an object cannot be archived, or an archive not be read.
package struct ArchiveError: Error, Equatable, CustomStringConvertible {
    /// The end of a sentence that begins with the object or the archive: "contains …".
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
