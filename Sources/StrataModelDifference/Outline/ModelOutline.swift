import Foundation
package import StrataModelFormat

/// An outline of a model for code reviews: the content of its diagram as lines of text.
package enum ModelOutline {
    /// Returns the outline of one version of a bundle.
    package static func text(of version: ModelVersion, in bundle: ModelBundle) -> String {
        header(of: version, in: bundle) + "\n" + text(of: version.model)
    }

    /// Returns the outline of a model without its heading.
    package static func text(of model: ModelElement) -> String {
        var blocks = model.entities.map { block(for: $0, in: model) }
        blocks += model.composites.map { block(for: $0, in: model) }
        let lines = model.fetchRequests.map(line) + model.configurations.map(line)
        if !lines.isEmpty { blocks.append(lines.joined()) }
        return blocks.map { "\n" + $0 }.joined()
    }

    private static func header(of version: ModelVersion, in bundle: ModelBundle) -> String {
        var text = bundle.url.lastPathComponent
        if bundle.versions.count > 1 {
            let names = bundle.versions.map { $0.name == bundle.currentVersionName ? "\($0.name) (current)" : $0.name }
            text += ", version \(version.name) of \(names.joined(separator: ", "))"
        }
        let model = version.model
        var notes: [String] = []
        if !model.versionIdentifier.isEmpty { notes.append("identifier \(model.versionIdentifier)") }
        if model.isUsedWithCloudKit { notes.append("used with CloudKit") }
        return ([text] + notes).joined(separator: ", ")
    }

    private static func block(for entity: EntityElement, in model: ModelElement) -> String {
        var title = entity.name
        if let parent = entity.parentEntity { title += ": \(parent)" }
        let facts = entity.properties.map { PropertyOutline($0, in: model) }
        return "\(title)  \(entityNotes(on: entity).joined(separator: ", "))\n" + table(facts) + lists(of: entity)
    }

    private static func block(for composite: CompositeElement, in model: ModelElement) -> String {
        let notes = ["composite"] + PropertyOutline.identityNotes(on: composite)
        return "\(composite.name)  \(notes.joined(separator: ", "))\n"
            + table(composite.elements.map { PropertyOutline($0, in: model) })
    }

    static func entityNotes(on entity: EntityElement) -> [String] {
        var notes = entity.isAbstract ? ["abstract"] : []
        notes.append(entity.representedClassName.map { "class \($0)" } ?? "no class of its own")
        switch entity.codeGeneration {
        case .manual: break
        case .classDefinition: notes.append("generated")
        case .category: notes.append("properties generated")
        }
        if let expression = entity.coreSpotlightDisplayNameExpression { notes.append("in Spotlight as \(expression)") }
        return notes + PropertyOutline.identityNotes(on: entity)
    }

    /// Returns names, types and notes in columns.
    private static func table(_ properties: [PropertyOutline]) -> String {
        let nameWidth = properties.map(\.name.count).max() ?? 0
        let typeWidth = properties.filter { !$0.notes.isEmpty }.map(\.type.count).max() ?? 0
        return properties.map { property in
            let name = padded(property.name, to: nameWidth)
            let notes = property.notes.joined(separator: ", ")
            return notes.isEmpty
                ? "    \(name)  \(property.type)\n" : "    \(name)  \(padded(property.type, to: typeWidth))  \(notes)\n"
        }.joined()
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func line(for request: FetchRequestElement) -> String {
        var text = "fetch request \(request.name)  \(request.entity ?? "nothing")"
        if let predicate = request.predicateString, !predicate.isEmpty { text += " where \(predicate)" }
        if request.fetchLimit > 0 { text += ", at most \(request.fetchLimit)" }
        if request.fetchBatchSize > 0 { text += ", \(request.fetchBatchSize) at a time" }
        return text + "\n"
    }

    private static func line(for configuration: ConfigurationElement) -> String {
        let members = configuration.memberEntities.isEmpty ? "no entities" : configuration.memberEntities.joined(separator: ", ")
        return
            "configuration \(configuration.name)  \(members)\(configuration.isUsedWithCloudKit ? ", used with CloudKit" : "")\n"
    }
}
