@testable import CoreData

/// A list on a screen, which is updated only by applying differences of the results.
struct ShownList {
    private(set) var sections: [[RowID]]
    /// A description of an inconsistent difference, or nil.
    private(set) var mistake: String?
    private var arrangement: LiveResults.Arrangement

    init(_ arrangement: LiveResults.Arrangement) {
        self.arrangement = arrangement
        sections = (0..<arrangement.sectionCount).map { section in
            (arrangement.range(ofSection: section) ?? 0..<0).map { arrangement.rowIDs[$0] }
        }
    }

    mutating func apply(_ change: LiveResults.Change, to new: LiveResults.Arrangement) {
        let difference = ResultsDifference(change, from: arrangement, to: new)
        let permanentIDs = Dictionary(uniqueKeysWithValues: change.temporaryIDs.map { ($1, $0) })
        sections = sections.map { $0.map { permanentIDs[$0] ?? $0 } }
        let gone = Set(difference.rows.lazy.filter { $0.after == nil }.map(\.rowID))
        for row in difference.rows where row.before == nil && gone.contains(row.rowID) {
            mistake = "\(row.rowID) is said to leave and to come"
        }
        let leaving = difference.rows.filter { $0.after == nil || $0.isMoved }.compactMap { row in
            row.before.map { ($0, row.rowID) }
        }
        for (place, rowID) in leaving.sorted(by: { ($0.0.section, $0.0.row) > ($1.0.section, $1.0.row) }) {
            let gone = sections[place.section].remove(at: place.row)
            if gone != rowID { mistake = "\(rowID) is said to leave \(place), where \(gone) stands" }
        }
        for section in difference.deletedSections.reversed() {
            let rest = sections.remove(at: section)
            if !rest.isEmpty { mistake = "section \(section) goes, with \(rest) in it" }
        }
        for section in difference.insertedSections { sections.insert([], at: section) }
        let coming = difference.rows.filter { $0.before == nil || $0.isMoved }.compactMap { row in
            row.after.map { ($0, row.rowID) }
        }
        for (place, rowID) in coming.sorted(by: { ($0.0.section, $0.0.row) < ($1.0.section, $1.0.row) }) {
            sections[place.section].insert(rowID, at: place.row)
        }
        for row in difference.rows where !row.isMoved && row.before != nil {
            guard let after = row.after, sections[after.section][after.row] != row.rowID else { continue }
            mistake = "\(row.rowID) is said to be updated at \(after), where \(sections[after.section][after.row]) stands"
        }
        arrangement = new
    }
}
