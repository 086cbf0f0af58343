internal import StrataPredicates

extension RelatedObjects.Edit {
    func withPermanentIDs(_ current: (ObjectReference) -> ObjectReference) -> Self {
        switch self {
        case .add(let reference): .add(current(reference))
        case .remove(let reference): .remove(current(reference))
        case .replace(let list): .replace(list.mapped(current))
        }
    }
}

extension ReferenceList {
    mutating func apply(_ edit: RelatedObjects.Edit) {
        switch edit {
        case .add(let reference): append(reference)
        case .remove(let reference): remove(reference)
        case .replace(let list): self = list
        }
    }

    func applying(_ edits: [RelatedObjects.Edit]) -> ReferenceList {
        var list = self
        for edit in edits { list.apply(edit) }
        return list
    }
}
