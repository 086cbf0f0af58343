/// One version of a model: an `.xcdatamodel` folder.
package struct ModelVersion: Sendable {
    /// The folder's name without its extension.
    package var name: String
    package var model: ModelElement

    package init(name: String, model: ModelElement) {
        self.name = name
        self.model = model
    }
}
