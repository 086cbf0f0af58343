/// A position in a model's file.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path as the user gave it; empty for an element created in memory.
    package var file: String
    /// The line, counted from 1; 0 for a file as a whole.
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The location of an element that was created in memory.
    package static let none = SourceLocation(file: "", line: 0)

    /// `file:line`, as compilers print it, which editors and Xcode turn into a link.
    package var description: String {
        line > 0 ? "\(file):\(line)" : file
    }
}
