/// The results of a controller as they were at one moment, to which its sections then refer.
///
/// Does not keep the controller: the controller keeps its sections.
final class SectionedArrangement {
    fileprivate weak var core: FetchedResultsCore?
    fileprivate let results: LiveResults
    fileprivate let arrangement: LiveResults.Arrangement

    init(_ core: FetchedResultsCore, _ results: LiveResults, _ arrangement: LiveResults.Arrangement) {
        self.core = core
        self.results = results
        self.arrangement = arrangement
    }

    /// Returns a section by its index.
    func section(_ index: Int) -> FetchedResultsSection { FetchedResultsSection(self, index) }

    fileprivate func object(at position: Int) -> NSManagedObject {
        core?.object(at: position, of: arrangement) ?? results.handOut(at: position, among: arrangement.rowIDs)
    }
}

/// A section of the results as they were when it was read. Its name and its title are made when they
/// are first read, since a list may have thousands of sections on no screen.
final class FetchedResultsSection: NSFetchedResultsSectionInfo {
    private let whole: SectionedArrangement
    private let index: Int
    private let positions: Range<Int>
    /// The index title, once it is known.
    private var knownTitle: String??

    fileprivate init(_ whole: SectionedArrangement, _ index: Int) {
        self.whole = whole
        self.index = index
        positions = whole.arrangement.range(ofSection: index) ?? 0..<0
    }

    private(set) lazy var name = whole.arrangement.name(ofSection: index, by: whole.results.section)

    var indexTitle: String? {
        if let knownTitle { return knownTitle }
        let title =
            if let core = whole.core {
                core.title(ofSectionNamed: name)
            } else {
                FetchedResultsCore.indexTitle(ofSectionNamed: name)
            }
        knownTitle = .some(title)
        return title
    }

    var numberOfObjects: Int { positions.count }
    var objects: [Any]? { positions.map(whole.object) }
}

extension LiveResults.Arrangement {
    /// Returns the name of a section; empty if there is no section key.
    func name(ofSection index: Int, by key: SectionKey?) -> String { key?.name(of: sections[index].value) ?? "" }
}
