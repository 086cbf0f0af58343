internal import Foundation
internal import Predicates
internal import Synchronization

extension LiveResults {
    /// Runs the query: one statement, stepped once; unsaved changes are laid over.
    ///
    /// - Parameters:
    ///   - known: the sections of rows that need not be asked again, where an object has to be asked.
    ///   - cache: what may spare running the query, and keeps what is found.
    func open(known: [Int64: Value] = [:], cache: ResultsCache? = nil) throws {
        clear()
        isOpening = true
        defer { isOpening = false }
        let place = cache.flatMap(place)
        let moment = try place?.store.currentMoment()
        let isCached = try place.map(openCached) ?? false
        if !isCached {
            if context.readsStoreDirectly { try openRows() } else { try openObjects() }
        }
        window = ResultsWindow(query)
        if let range = window?.range(of: placed) {
            window?.fill(from: placed)
            cutSections(range)
        }
        if section?.isComputed == true { askSections(known) }
        warnOfDivision()
        if let place, let moment, !isCached { try keep(in: place, moment) }
    }

    /// Leaves nothing in the result: it is opened anew, or the last store is gone.
    func clear() {
        sequence = context.coordinator.feed.sequence
        writesUnknown = context.coordinator.writesUnknown.load(ordering: .acquiring)
        placed = KeyList()
        members = NumberSet(placed)
        isComplete = true
        unsaved = [:]
        window = nil
        sections = SectionRuns()
    }

    /// What the store has, and on it what is not saved.
    private func openRows() throws {
        for _ in 0..<3 {
            let affected = try context.numbersAffected(query)
            try openKeys(pending: affected.count)
            members = NumberSet(placed)
            if affected.isEmpty || placeAtOpening(Touched(own: affected)) { return }
            clear()
        }
        // Somebody writes all the while: what is read in one statement is of one moment.
        try openObjects()
    }

    /// Puts rows where they belong now; false if somebody committed meanwhile, so that they may stand beside others that moved.
    func placeAtOpening(_ touched: Touched, _ stored: ChangeSet = ChangeSet()) -> Bool {
        var changes = stored
        changes.noteBefore(among: touched.own.compactMap { context.registry[RowKey(query.layout, $0)] })
        place(touched, changes)
        if !isPlacedByMarks { context.coordinator.learnOfOthers() }
        return isPlacedByMarks || context.coordinator.feed.sequence == sequence
    }

    private func openKeys(pending: Int) throws {
        var query = query.whole
        if let window = ResultsWindow(self.query), let end = window.end { query.limit = end + window.margin + pending }
        let keys = KeyQuery(query, section: section)
        var collector = KeyCollector(sortsAlike: keys.leavesTies, hasSections: keys.section != nil)
        try context.coordinator.requireStores().fetchKeys(keys, into: &collector)
        collector.finish()
        placed = collector.keys
        sections = collector.sections
        isComplete = query.limit == 0 || placed.count < query.limit
    }

    /// Opens a result of a context that does not read the store itself, and asks what is above.
    private func openObjects() throws {
        var whole = query.whole
        if let end = ResultsWindow(query)?.end { whole.limit = end }
        let rows = try context.sortedRows(matching: whole)
        isComplete = whole.limit == 0 || rows.count < whole.limit
        for row in rows {
            placed.append(row.number, query.mark(row))
            if let section, !section.isComputed { sections.append(storedSection(row)) }
        }
        members = NumberSet(placed)
    }

    private func cutSections(_ range: Range<Int>) {
        let whole = sections
        sections = SectionRuns()
        for section in whole {
            for _ in section.range.clamped(to: range) { sections.append(section.value) }
        }
    }

    // MARK: Sections

    /// The section of a row that the store, or the row, has.
    func storedSection(_ row: SortedRow) -> Value {
        switch section?.source {
        case .slot(let slot): row.row.row.values[slot]
        case .path: row.section
        case .computed, nil: .null
        }
    }

    /// Asks the objects for their sections, a page at a time.
    private func askSections(_ known: [Int64: Value]) {
        guard case .computed(let value)? = section?.source else { return }
        let numbers = numbers
        for start in stride(from: 0, to: numbers.count, by: 512) {
            let page = numbers[start..<min(start + 512, numbers.count)]
            let rows = rows(
                page.filter { number in
                    known[number] == nil && context.registry[RowKey(query.layout, number)]?.row == nil
                })
            for number in page {
                sections.append(known[number] ?? value(context.object(query.layout, number, row: rows[number])))
            }
        }
    }

    /// The sections by row, but of some.
    func sectionsKept(except touched: Set<Int64>) -> [Int64: Value] {
        var kept: [Int64: Value] = [:]
        let numbers = numbers
        for section in sections {
            for position in section.range where !touched.contains(numbers[position]) { kept[numbers[position]] = section.value }
        }
        return kept
    }

    private static let warned = Mutex<Set<String>>([])

    /// Says once where rows of one section do not stand together.
    private func warnOfDivision() {
        guard let section, !section.agrees(with: query.sorts) else { return }
        var values: Set<Value> = []
        guard let again = sections.first(where: { !values.insert($0.value).inserted }) else { return }
        let sorts = query.sorts.map { "\($0.keyPath.joined(separator: ".")) \($0.ascending ? "ascending" : "descending")" }
        let request = """
            the request for \(query.layout.name) where \(query.predicate.format), sorted by \
            \(sorts.isEmpty ? "nothing" : sorts.joined(separator: ", ")), is divided by '\(section.text)'
            """
        guard Self.warned.withLock({ $0.insert(request).inserted }) else { return }
        CoreDataLog.warning(
            """
            The rows of a section do not stand together: \(request), and the section '\(section.name(of: again.value))' comes up more than \
            once. Put a sort descriptor for '\(section.text)', or for what agrees with it, first.
            """)
    }
}

extension ChangeSet {
    /// Keeps what objects with unsaved changes were before.
    fileprivate mutating func noteBefore(among objects: [NSManagedObject]) {
        for object in objects { note(.updated, object.entity, object.number) }
        noteBefore(objects.compactMap { object in (object.snapshot ?? object.row).map { (object.number, $0) } })
    }
}
