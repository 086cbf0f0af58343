internal import StrataPredicates

/// A query for the row IDs of a result, and for the values that sort prefixes and sections are made
/// of.
///
/// These values are numbered: first the attributes in `slots`, then, if the query
/// `readsBesidesRows`, the values of its sorts and the value of its section path.
struct KeyQuery {
    /// The source of the rows' sort prefixes.
    enum Prefix {
        /// None: all rows have the same prefix.
        case undecided
        /// The primary key.
        case key(ascending: Bool)
        /// One of the numbered values.
        case value(Int, ascending: Bool)
        /// A numbered value that the query reads along a relationship.
        case found(Int)
    }

    let query: StoreQuery
    private(set) var slots: [Int] = []
    private(set) var sortPrefix = Prefix.undecided
    /// The number of the section's value; nil without sections, and for computed ones.
    private(set) var section: Int?
    /// Whether rows with equal sort keys may be returned in any order. They have equal prefixes,
    /// and `KeyCollector` sorts them by their row IDs. If the statement asked for that order,
    /// The store would sort all rows instead of walking an index.
    let leavesTies: Bool

    init(_ query: StoreQuery, section: SectionKey?) {
        self.query = query
        leavesTies = query.limit == 0 && query.sortsByPrefixAlone
        if case .slot(let slot)? = section?.source { slots = [slot] }
        if case .paths = query.order {
            sortPrefix = .found(slots.count)
        } else if let sort = query.prefixSort {
            if case .slot(let slot) = sort.column {
                let index = slots.firstIndex(of: slot) ?? slots.count
                if index == slots.count { slots.append(slot) }
                sortPrefix = .value(index, ascending: sort.ascending)
            } else {
                sortPrefix = .key(ascending: sort.ascending)
            }
        }
        switch section?.source {
        case .slot: self.section = 0
        case .path: self.section = slots.count + query.sorts.count
        case .computed, nil: break
        }
    }

    /// The packing of the prefix's value in a row; `whole` if no word holds it.
    var prefixPacking: RowShape.Packing {
        if case .value(let index, _) = sortPrefix { packing(index) } else { .whole }
    }

    /// The packing of the section's value in a row; `whole` if no word holds it.
    var sectionPacking: RowShape.Packing { section.map(packing) ?? .whole }

    private func packing(_ index: Int) -> RowShape.Packing {
        index < slots.count ? query.layout.shape.places[slots[index]].packing : .whole
    }

    /// Whether the section is a text attribute of the entity.
    var hasTextSection: Bool {
        section.map { $0 < slots.count && query.layout.types[slots[$0]] == .stringAttributeType } ?? false
    }

    /// Passes a row with its sort values to a collector.
    func collect(_ sorted: SortedRow, into collector: inout KeyCollector) {
        func value(_ index: Int) -> Value {
            if index < slots.count { return sorted.row.row.values[slots[index]] }
            let index = index - slots.count
            return index < sorted.sortValues.count ? sorted.sortValues[index] : sorted.section
        }
        if let section { collector.follow(value(section)) }
        collector.append(sorted.rowID, sortPrefix(sorted.rowID, value))
    }

    /// Returns the sort prefix of a row, given its numbered values.
    func sortPrefix(_ rowID: RowID, _ value: (Int) -> Value) -> SortPrefix {
        switch sortPrefix {
        case .undecided: .undecided
        case .key(let ascending): SortPrefix(.object(ObjectReference(query.layout, rowID)), ascending: ascending)
        case .value(let index, let ascending): SortPrefix(value(index), ascending: ascending)
        case .found(let index): query.sortPrefix(foundFirst: value(index))
        }
    }
}
