internal import Foundation

/// The dictionaries or the count that a controller's request returned. No change updates them.
struct FetchedValues {
    let all: [Any]
    /// The runs of values with equal names, which are values of the section key; one section without
    /// a key.
    let sections: [(name: String, positions: Range<Int>)]

    /// - Parameter sectionKey: The key of the dictionaries that divides them into sections.
    init(_ all: [Any], sectionKey: String?) {
        self.all = all
        guard let sectionKey else {
            sections = [("", all.indices)]
            return
        }
        var sections: [(name: String, positions: Range<Int>)] = []
        for (position, value) in all.enumerated() {
            let name = (value as? NSDictionary)?.object(forKey: sectionKey).map { "\($0)" } ?? ""
            if let last = sections.last, last.name == name {
                sections[sections.count - 1].positions = last.positions.lowerBound..<(position + 1)
            } else {
                sections.append((name, position..<(position + 1)))
            }
        }
        self.sections = sections
    }

    /// Returns the value at a place; nil if there is none.
    func value(at place: ResultsDifference.Place) -> Any? {
        guard sections.indices.contains(place.section), place.row >= 0,
            case let positions = sections[place.section].positions, place.row < positions.count
        else { return nil }
        return all[positions.lowerBound + place.row]
    }

    /// Returns the first place of a value; nil if it is not one of them.
    func place(of value: Any) -> ResultsDifference.Place? {
        guard let value = value as? NSObject, let position = all.firstIndex(where: { value.isEqual($0) }),
            let section = sections.firstIndex(where: { $0.positions.contains(position) })
        else { return nil }
        return ResultsDifference.Place(section: section, row: position - sections[section].positions.lowerBound)
    }
}

/// A section of dictionaries, or of a count.
final class FetchedValuesSection: NSFetchedResultsSectionInfo {
    private weak var core: FetchedResultsCore?
    let name: String
    private let values: [Any]

    init(_ core: FetchedResultsCore, _ name: String, _ values: [Any]) {
        self.core = core
        self.name = name
        self.values = values
    }

    var indexTitle: String? {
        if let core { core.title(ofSectionNamed: name) } else { FetchedResultsCore.indexTitle(ofSectionNamed: name) }
    }

    var numberOfObjects: Int { values.count }
    var objects: [Any]? { values }
}
