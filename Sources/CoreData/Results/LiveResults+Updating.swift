internal import Foundation
internal import Predicates
internal import Synchronization
internal import Traps

extension LiveResults {
    /// What one change did to a result.
    package struct Change: Sendable {
        /// A row that entered the result, left it, or stayed and has new values or another place.
        package struct Row: Sendable {
            let number: Int64
            /// Its position before the change, and after it.
            let before: Int?
            let after: Int?
            /// Whether what it is sorted by changed, or its place among the others.
            var isMoved = false
        }

        /// The rows that the change touched; not known where the query ran anew.
        package var rows: [Row] = []
        /// Whether the query ran anew, since much changed at once.
        package var isReopened = false
        /// The rows that may have new values, where the query ran anew; nil where any may.
        var touched: Set<Int64>? = []
        /// The temporary numbers that rows had before, by their permanent ones.
        var renamed: [Int64: Int64] = [:]

        var isEmpty: Bool { rows.isEmpty && !isReopened && renamed.isEmpty }
        /// How many rows entered the result.
        package var inserted: Int { rows.count { $0.before == nil } }
        /// How many left it.
        package var removed: Int { rows.count { $0.after == nil } }
        /// How many stayed and have new values or another place.
        package var updated: Int { rows.count { $0.before != nil && $0.after != nil } }
    }

    /// Brings the result up to date with a change of its context, and tells subscribers.
    ///
    /// Reads the rows that the change may concern, and others only where marks are equal. Where it does not tell what they were before, it
    /// may pass over the keys once, too.
    func apply(_ changes: ChangeSet) {
        let renamed = Self.withoutKnown(changes.renamed(of: query.layout), placed, members)
        guard var touched = touched(by: [changes]) else { return reopen(nil, renamed: renamed) }
        for attempt in 0..<3 {
            let feed = context.coordinator.feed.changes(after: sequence)
            guard let unseen = feed.changes, let others = self.touched(by: unseen) else {
                return reopen(nil, renamed: renamed)
            }
            touched.formUnion(others)
            guard !touched.isEmpty else {
                sequence = feed.sequence
                return
            }
            // Past some size reading in order beats searching. Where a parent's changes lie over the store's, nobody tells of all of them.
            if !context.readsStoreDirectly || touched.count > max(256, count / 4) { break }
            guard let rows = place(touched, changes, renamed: renamed, orGiveUp: true), !isShort else { break }
            // What is placed among rows with its mark is compared with what the store has now, which another process may have changed unheard.
            if !isPlacedByMarks { context.coordinator.learnOfOthers() }
            // Where somebody committed meanwhile, rows may have been placed beside others that moved: again, with those.
            if context.coordinator.feed.sequence == feed.sequence {
                sequence = feed.sequence
                return tell(
                    attempt == 0
                        ? Change(rows: rows, renamed: renamed)
                        : Change(
                            isReopened: true, touched: touched.own.subtracting(changes.settled(of: query.layout)),
                            renamed: renamed))
            }
        }
        reopen(touched.own, settled: changes.settled(of: query.layout), renamed: renamed)
    }

    /// Whether rows that belong into the window are not known, since too many left it.
    var isShort: Bool { !isComplete && placed.count < window?.end ?? 0 }

    /// Whether nobody can tell what changed since the result was brought up to date.
    var isUninformed: Bool { context.coordinator.feed.changes(after: sequence).changes == nil }

    /// Runs the query anew where objects have permanent numbers now, which are nothing new about them.
    func reopenRenamed() {
        // What is above tells of the numbers as it is asked for the rows of a result that is opened anew.
        guard !isOpening else { return }
        // What others saved meanwhile is found as well.
        let unseen = context.coordinator.feed.changes(after: sequence).changes
        reopen(unseen.flatMap { touched(by: $0) }?.own, settled: Set(formerNumbers(placed, members).keys))
    }

    /// Whether a fetch would find nothing else now.
    ///
    /// False also where it cannot be known: in child contexts, in pinned ones, and during a write to
    /// a store without a history. There only the writing connection sees external commits, and this
    /// does not wait for it.
    var isCurrent: Bool {
        let coordinator = context.coordinator
        guard context.readsStoreDirectly, round == context.liveResults.round, !query.isVolatile else { return false }
        coordinator.learnOfOthers()
        guard coordinator.countExternalCommits(),
            writesUnknown == coordinator.writesUnknown.load(ordering: .acquiring)
        else { return false }
        let feed = coordinator.feed.changes(after: sequence)
        guard let unseen = feed.changes, unseen.isEmpty || touched(by: unseen)?.isEmpty == true else { return false }
        sequence = feed.sequence
        return true
    }

    /// The temporary numbers of some rows that have permanent ones now, by those.
    private func formerNumbers(_ keys: KeyList, _ members: NumberSet) -> [Int64: Int64] {
        var former: [Int64: Int64] = [:]
        keys.forEachKey { key in
            let number = context.permanentNumbers.current(key)
            if number != key { former[number] = key }
        }
        return Self.withoutKnown(former, keys, members)
    }

    /// Renamings without those to rows that are in a list already: what a new object with a taken unique value became stays the row that it was.
    private static func withoutKnown(_ renamed: [Int64: Int64], _ keys: KeyList, _ members: NumberSet) -> [Int64: Int64] {
        let candidates = Set(renamed.keys.lazy.filter(members.mayContain))
        if candidates.isEmpty { return renamed }
        let known = Set(keys.positions(of: candidates).lazy.map { keys[$0] })
        return known.isEmpty ? renamed : renamed.filter { !known.contains($0.key) }
    }

    /// Runs the query anew and tells subscribers.
    ///
    /// - Parameters:
    ///   - touched: the rows that may have new values; nil where any may.
    ///   - settled: those of them that are as subscribers have heard, but for what objects compute.
    ///   - renamed: the temporary numbers that rows had before, by their permanent ones, where the context does not know them yet.
    func reopen(_ touched: Set<Int64>? = nil, settled: Set<Int64> = [], renamed: [Int64: Int64] = [:]) {
        let (before, all) = (placed, members)
        let known = section?.isComputed == true ? touched.map(sectionsKept(except:)) ?? [:] : [:]
        do {
            if context.coordinator.stores.stores.isEmpty { clear() } else { try open(known: known) }
        } catch {
            // The last store may have been removed, on another thread, since it was asked for.
            require(
                context.coordinator.stores.stores.isEmpty,
                "\(query.layout.name) could not be fetched again: \(error.localizedDescription)")
            clear()
        }
        let former = formerNumbers(before, all).merging(renamed) { $1 }
        // By the numbers of now, of which the context may have heard in between.
        let touched = touched.map { Set($0.lazy.map(context.permanentNumbers.current)) }
        tell(Change(isReopened: true, touched: touched?.subtracting(settled), renamed: former))
    }
}
