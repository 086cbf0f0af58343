package import Foundation

/// A mapping model as it is in an `.xcmappingmodel`, without interpretation.
///
/// The file is a Core Data XML store of Xcode's own objects. Apple does not describe it; what is
/// read here was derived from files in public repositories. It also contains copies of both models
/// in Xcode's own form, which are not needed: the models are found by the paths.
package struct MappingElement: Hashable, Sendable, Codable {
    /// The path of the source model's version in the project, such as
    /// `App/Model.xcdatamodeld/Model 2.xcdatamodel`.
    package var sourceModelPath: String?
    /// The path of the destination model's version in the project.
    package var destinationModelPath: String?
    /// The entity mappings, in the order that the author gave them.
    package var entityMappings: [Entity] = []

    /// An entity mapping.
    package struct Entity: Hashable, Sendable, Codable {
        package var name: String?
        package var sourceName: String?
        package var destinationName: String?
        package var policyClassName: String?
        /// The predicate that source objects have to satisfy.
        package var filter: String?
        /// A custom expression for the source objects, as a keyed archive.
        package var sourceExpression: Data?
        package var userInfo: Data?
        package var attributes: [Property] = []
        package var relationships: [Property] = []
    }

    /// A property mapping.
    package struct Property: Hashable, Sendable, Codable {
        package var name: String
        /// The value expression, as a keyed archive; nil if it is generated.
        package var valueExpression: Data?
        /// The key path of the source object that a generated expression reads; the name if nil.
        package var sourceKeyPath: String?
        /// The name of the entity mapping through which a generated expression finds related objects.
        package var sourceMappingName: String?
        package var userInfo: Data?
    }

    package init() {}
}

extension MappingElement.Entity {
    /// The name of the mapping, which Xcode derives from the entities unless the author set one.
    package var givenName: String {
        if let name, !name.isEmpty { return name }
        guard let sourceName, let destinationName else { return destinationName ?? sourceName ?? "" }
        return "\(sourceName)To\(destinationName)"
    }
}

extension MappingElement {
    /// The name of a model and of its version in a path of the file.
    package struct Version: Hashable, Sendable {
        package var model: String
        package var version: String

        /// - Parameter path: The path of an `.xcdatamodel`, in an `.xcdatamodeld` or alone.
        package init(path: String) {
            let url = URL(fileURLWithPath: path)
            version = url.deletingPathExtension().lastPathComponent
            let bundle = url.deletingLastPathComponent()
            model = bundle.pathExtension == "xcdatamodeld" ? bundle.deletingPathExtension().lastPathComponent : version
        }
    }
}
