/// A place in a model's file.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path as the user gave it; empty for what was made in memory.
    package var file: String
    /// Counted from 1; 0 for a file as a whole.
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The place of an element that was made in memory and not read.
    package static let none = SourceLocation(file: "", line: 0)

    /// The form in which compilers name a place, `file:line`, which editors and Xcode make a link of.
    package var description: String {
        line > 0 ? "\(file):\(line)" : file
    }
}
