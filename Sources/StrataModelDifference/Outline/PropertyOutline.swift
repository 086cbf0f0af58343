import Foundation
import StrataModelFormat
internal import StrataTraps

/// The line of a property in an outline of a model: its name, its type and its notes, such as
/// `rating`, `Integer 16 = 0` and `1 to 5`.
struct PropertyOutline: Equatable {
    var name: String
    var type: String
    var notes: [String]

    /// The type and the notes as one text.
    var summary: String {
        ([type] + notes).joined(separator: ", ")
    }

    /// Returns phrases that describe the differences from the property in an earlier version, such
    /// as `String became Date`.
    func differences(from old: PropertyOutline) -> [String] {
        let typeChange = old.type == type ? [] : ["\(old.type) became \(type)"]
        return typeChange + Self.differences(from: old.notes, to: notes)
    }

    /// Returns a phrase that describes which notes were added and removed, such as `now indexed`;
    /// empty if there are none.
    static func differences(from old: [String], to new: [String]) -> [String] {
        let gone = old.filter { !new.contains($0) }.joined(separator: ", ")
        let come = new.filter { !old.contains($0) }.joined(separator: ", ")
        switch (gone.isEmpty, come.isEmpty) {
        case (true, true): return []
        case (true, false): return ["now \(come)"]
        case (false, true): return ["no longer \(gone)"]
        case (false, false): return ["\(gone) became \(come)"]
        }
    }

    init(_ property: any PropertyElement, in model: ModelElement) {
        name = property.name
        switch property {
        case let attribute as AttributeElement:
            type = Self.type(of: attribute, in: model)
            notes = Self.notes(on: attribute)
        case let relationship as RelationshipElement:
            type = Self.type(of: relationship)
            notes = Self.notes(on: relationship)
        case let fetched as FetchedPropertyElement:
            type = "fetches \(fetched.fetchRequest?.entity ?? "nothing")"
            notes = fetched.fetchRequest?.predicateString.map { ["where \($0)"] } ?? []
        default:
            trap("A property is an attribute, a relationship or a fetched property.")
        }
        notes += Self.commonNotes(on: property)
    }

    private static func commonNotes(on property: any PropertyElement) -> [String] {
        var notes: [String] = []
        if property.isTransient { notes.append("transient") }
        if property.isIndexed { notes.append("indexed") }
        if property.isIndexedBySpotlight { notes.append("in Spotlight") }
        return notes + identityNotes(on: property)
    }

    /// Returns notes on the renaming identifier, the hash modifier and the user info of an element.
    static func identityNotes(on element: any AnnotatedElement) -> [String] {
        var notes: [String] = []
        if let identifier = element.renamingIdentifier { notes.append("was \(identifier)") }
        if let modifier = element.versionHashModifier { notes.append("hash modifier \(modifier)") }
        let entries = element.userInfo?.entries.map { "\($0.key): \($0.value)" } ?? []
        // A property has one line in the outline, so line breaks in the user info become spaces.
        return notes + entries.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    }
}
