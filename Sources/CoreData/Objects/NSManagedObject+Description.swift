internal import Foundation
internal import StrataPredicates

extension NSManagedObject {
    /// The object and its loaded values, in the format of Apple's descriptions. Fires no fault.
    final var text: String {
        let data = isFault ? "<fault>" : values
        return "<\(type(of: self)): \(address(of: self))> (entity: \(layout.name); id: \(objectID); data: \(data))"
    }

    private var values: String {
        guard let row else { return "<fault>" }
        return PropertyListText.dictionary(
            spelled: layout.names.indices.map { (layout.names[$0], text(of: row.values[$0], at: $0)) })
    }

    private func text(of value: Value, at slot: Int) -> String {
        switch layout.kinds[slot] {
        case .attribute, .composite:
            return layout.object(value, at: slot).map { PropertyListText.quoted(PropertyListText.plain($0)) } ?? "nil"
        case .toOne:
            guard case .object(let reference) = value else { return "nil" }
            return PropertyListText.quoted(objectID(of: reference).description)
        case .toMany, .orderedToMany:
            if !isNew, related[slot]?.isFault ?? true { return relationshipFault(slot) }
            return list(of: members(at: slot))
        case .fetched:
            return relationshipFault(slot)
        }
    }

    private func relationshipFault(_ slot: Int) -> String {
        "\"<relationship fault: \(address(of: related[slot] ?? self)) '\(layout.names[slot])'>\""
    }

    /// Returns the IDs of the members, at most the first ten.
    private func list(of members: ReferenceList) -> String {
        var texts = members.references.prefix(10).map { objectID(of: $0).description }
        if members.count > texts.count { texts.append("(...and \(members.count - texts.count) more...)") }
        return "    " + PropertyListText.list(texts, indentation: "    ")
    }
}
