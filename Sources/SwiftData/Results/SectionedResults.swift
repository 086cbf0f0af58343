package import CoreData

/// The results of a query or a ``ResultsObserver``, in sections of models that have the same title.
///
///     @Query(sort: \Trip.start, sectionBy: \Trip.country)
///     private var trips: SectionedResults<Trip, String>
///
///     ForEach(trips) { section in
///         Section(section.title) {
///             ForEach(section) { trip in TripRow(trip) }
///         }
///     }
///
/// It keeps the members and the order from the moment at which it was read. It takes the memory of a
/// few references, and makes models when they are accessed.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable> {
    private let sections: SectionList<SectionTitle>

    package init(_ snapshot: LiveResults.Snapshot) { sections = SectionList(snapshot) }

    /// The titles of the sections, in order. O(s) for s sections; reads no models.
    public var sectionTitles: [SectionTitle] { sections.indices.map(sections.title) }

    /// Returns the section with a title; nil if no model has it. O(1), after O(s) for the first
    /// access by title.
    public subscript(sectionTitle sectionTitle: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        index(ofSectionTitled: sectionTitle).map { self[$0] }
    }

    /// Returns whether a section has a title.
    public func contains(sectionTitle: SectionTitle) -> Bool { index(ofSectionTitled: sectionTitle) != nil }

    /// Returns the index of the section with a title; nil if no model has it.
    public func index(ofSectionTitled sectionTitle: SectionTitle) -> Int? { sections.indexByTitle[sectionTitle] }

    // MARK: Rows

    /// Returns the number of models in the sections before one; for `count`, the number of all
    /// models.
    package func rowCount(before section: Int) -> Int {
        section < sections.count ? sections.range(section).lowerBound : sections.snapshot.count
    }

    /// Returns the index of the section that contains a row.
    package func section(ofRow row: Int) -> Int { sections.section(ofRow: row) }
}

extension SectionedResults: RandomAccessCollection {
    /// The position of the first section: 0.
    public var startIndex: Int { 0 }
    /// The position after the last section: the number of sections.
    public var endIndex: Int { sections.count }

    /// Returns the section at a position. Reads no models.
    public subscript(position: Int) -> ResultsSection<Element, SectionTitle> {
        ResultsSection(title: sections.title(position), rows: sections.range(position), snapshot: sections.snapshot)
    }
}

@available(*, unavailable, message: "Results belong to their context's actor. Send identifiers.")
extension SectionedResults: Sendable {}

/// The sections of a snapshot. Titles are unique: models without a title and those whose title is
/// empty, which are next to each other, are one section.
private final class SectionList<Title: Hashable> {
    let snapshot: LiveResults.Snapshot
    /// The run that is one section with the next run, since both have the same title.
    private let joined: Int?

    init(_ snapshot: LiveResults.Snapshot) {
        self.snapshot = snapshot
        let runs = snapshot.sections
        func title(_ run: Int) -> Title { runs[run].identifier(as: Title.self) }
        // No title comes first, or last in a descending order.
        let ends = runs.count < 2 ? [] : [0, runs.count - 2]
        joined = ends.first { title($0) == title($0 + 1) }
    }

    var count: Int { snapshot.sections.count - (joined == nil ? 0 : 1) }

    var indices: Range<Int> { 0..<count }

    private func run(_ section: Int) -> Int { section > joined ?? .max ? section + 1 : section }

    func title(_ section: Int) -> Title { snapshot.sections[run(section)].identifier(as: Title.self) }

    func range(_ section: Int) -> Range<Int> {
        let run = run(section)
        let range = snapshot.sections[run].range
        return run == joined ? range.lowerBound..<snapshot.sections[run + 1].range.upperBound : range
    }

    func section(ofRow row: Int) -> Int {
        let run = snapshot.sections.section(at: row).section
        return run > joined ?? .max ? run - 1 : run
    }

    lazy var indexByTitle: [Title: Int] = Dictionary(indices.map { (title($0), $0) }) { first, _ in first }
}
