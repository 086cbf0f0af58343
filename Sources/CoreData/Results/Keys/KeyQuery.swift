internal import Predicates

/// A query for the keys of a result, and what is read of each row besides its key: the mark it is sorted by and its section.
///
/// Values are numbered: first come those of `slots`, then those that the query finds for its sorts, where rows do not have them, and the one
/// for its section path.
struct KeyQuery {
    enum Mark {
        /// All rows have the same.
        case undecided
        case key(ascending: Bool)
        case value(Int, ascending: Bool)
        /// A value that a relationship leads to.
        case found(Int)
    }

    let query: StoreQuery
    private(set) var slots: [Int] = []
    private(set) var mark = Mark.undecided
    /// The number of the section's value; nil where rows are in no sections, or in computed ones.
    private(set) var section: Int?
    /// Whether rows that sort alike may come in any order. They have equal marks, and are put in the order of their keys afterwards: SQLite,
    /// asked for that, would sort all.
    let leavesTies: Bool

    init(_ query: StoreQuery, section: SectionKey?) {
        self.query = query
        leavesTies = query.limit == 0 && query.sortsByMarkAlone
        if case .slot(let slot)? = section?.source { slots = [slot] }
        if case .paths = query.order {
            mark = .found(slots.count)
        } else if let sort = query.markSort {
            if case .slot(let slot) = sort.column {
                let index = slots.firstIndex(of: slot) ?? slots.count
                if index == slots.count { slots.append(slot) }
                mark = .value(index, ascending: sort.ascending)
            } else {
                mark = .key(ascending: sort.ascending)
            }
        }
        switch section?.source {
        case .slot: self.section = 0
        case .path: self.section = slots.count + query.sorts.count
        case .computed, nil: break
        }
    }

    /// How the mark's value is kept in a word, and that of the section; whole where it is in none.
    var markPacking: RowShape.Packing {
        if case .value(let index, _) = mark { packing(index) } else { .whole }
    }

    var sectionPacking: RowShape.Packing { section.map(packing) ?? .whole }

    private func packing(_ index: Int) -> RowShape.Packing {
        index < slots.count ? query.layout.shape.places[slots[index]].packing : .whole
    }

    /// Whether the section is a text that rows have.
    var hasTextSection: Bool {
        section.map { $0 < slots.count && query.layout.types[slots[$0]] == .stringAttributeType } ?? false
    }

    func mark(_ number: Int64, _ value: (Int) -> Value) -> SortMark {
        switch mark {
        case .undecided: .undecided
        case .key(let ascending): SortMark(.object(ObjectReference(query.layout, number)), ascending: ascending)
        case .value(let index, let ascending): SortMark(value(index), ascending: ascending)
        case .found(let index): query.mark(foundFirst: value(index))
        }
    }
}
