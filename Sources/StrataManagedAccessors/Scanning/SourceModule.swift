/// A module with the sources and models from which accessors are generated.
package struct SourceModule: Hashable, Sendable {
    package var name: String
    /// Paths of its Swift files.
    package var sources: [String]
    /// Paths of its `.xcdatamodeld` and `.xcdatamodel` folders.
    package var models: [String]

    package init(name: String, sources: [String], models: [String]) {
        self.name = name
        self.sources = sources
        self.models = models
    }
}
