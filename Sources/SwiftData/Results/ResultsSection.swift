internal import CoreData
internal import StrataTraps

/// A section of ``SectionedResults``: the models that have one title, in order.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: Identifiable {
    /// The title of the section: the value that all of its models have at the section key path, or an
    /// empty string if they have none.
    public let title: SectionTitle
    private let rows: Range<Int>
    private let snapshot: LiveResults.Snapshot

    init(title: SectionTitle, rows: Range<Int>, snapshot: LiveResults.Snapshot) {
        self.title = title
        self.rows = rows
        self.snapshot = snapshot
    }

    /// The identity of the section: its title.
    public var id: SectionTitle { title }
}

extension ResultsSection: RandomAccessCollection {
    /// The position of the first model: 0.
    public var startIndex: Int { 0 }
    /// The position after the last model: the number of models.
    public var endIndex: Int { rows.count }

    /// Returns the model at a position. Reads the page around it if its row is not in memory. Traps
    /// for a position outside of the section.
    public subscript(position: Int) -> Element {
        require(indices.contains(position), "Position \(position) is not in a section of \(rows.count) models.")
        return snapshot.model(at: rows.lowerBound + position)
    }
}

@available(*, unavailable, message: "Results belong to their context's actor. Send identifiers.")
extension ResultsSection: Sendable {}
