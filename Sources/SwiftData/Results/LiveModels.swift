package import CoreData

/// The models of a live result as an array, which is kept instead of made again.
///
/// A query's property is a plain array, so that the app can do with it what it likes. The array of
/// 100,000 models is made once. From then on, the edit of each change is applied to it
/// (`LiveResults.ListEdit`), at a cost that depends on the change.
///
/// **Two arrays.** The views keep the array that they were last given while the next one is made. An
/// edit of that array would copy all of it. So there are two, which take turns: while the views keep
/// one, the other, which they have released, is brought up to date in place.
///
///     first change        views have A       B = a copy of A, edited         views get B
///     second change       views have B       A: both edits, in place         views get A
///     third change        views have A       B: two edits, in place          views get B
///
/// A model that left the results stays in the array that is not shown until the next change.
///
/// Belongs to its context's queue.
package final class LiveModels<Model: PersistentModel> {
    private struct Edit {
        var removed: [Int]
        var inserted: [(position: Int, model: Model)]
        var replaced: [(position: Int, model: Model)]

        var count: Int { removed.count + inserted.count + replaced.count }
    }

    /// The models as they were last read; nil until then, and after an unknown change.
    private var shown: [Model]?
    /// The array that was shown before, without the edits in `last`.
    private var previous: [Model]?
    /// The edits that lead from `previous` to `shown`.
    private var last: [Edit] = []
    /// The edits that lead from `shown` to the present results.
    private var pending: [Edit] = []
    /// The number of elements that were set, inserted or removed so far. Tests count them.
    package private(set) var visits = 0

    package init() {}

    /// Forgets the models, for results that were opened again.
    package func invalidate() {
        (shown, previous, last, pending) = (nil, nil, [], [])
    }

    /// Records a change that results report. Returns whether other models are shown from now on, or
    /// in another order.
    package func record(_ change: LiveResults.Change, of results: LiveResults) -> Bool {
        guard let shown else { return true }
        guard let edit = results.listEdit(for: change).map(models) else {
            invalidate()
            return true
        }
        // A model is replaced only if another object stands for its row now.
        let replaced = edit.updated.filter { row in
            !pending.isEmpty || !shown.indices.contains(row.before) || shown[row.before] !== row.model
        }
        let isOther = !edit.edit.removed.isEmpty || !edit.edit.inserted.isEmpty || !replaced.isEmpty
        guard isOther else { return !pending.isEmpty }
        var known = edit.edit
        known.replaced = replaced.map { ($0.after, $0.model) }
        pending.append(known)
        // So many edits cost more than a new array.
        if pending.reduce(0, { $0 + $1.count }) > max(256, shown.count / 4) { invalidate() }
        return true
    }

    private func models(
        _ edit: LiveResults.ListEdit
    ) -> (edit: Edit, updated: [(before: Int, after: Int, model: Model)]) {
        func model(_ object: NSManagedObject) -> Model {
            guard let model = ModelContext.model(of: object) as? Model else { trapOfType(object) }
            return model
        }
        return (
            Edit(removed: edit.removed, inserted: edit.inserted.map { ($0.position, model($0.object)) }, replaced: []),
            edit.updated.map { ($0.before, $0.after, model($0.object)) }
        )
    }

    /// Returns the models of the present results. O(n) the first time and after an unknown change,
    /// else the cost depends on what has changed since the last call.
    package func models(of snapshot: LiveResults.Snapshot) -> [Model] {
        guard let shown else {
            let made = snapshot.models() as [Model]
            visits += made.count
            self.shown = made
            return made
        }
        if pending.isEmpty { return shown }
        var next = previous ?? shown
        let missing = previous == nil ? pending : last + pending
        // From here on, `next` has the only reference to the array, unless the app keeps it.
        previous = nil
        for edit in missing { apply(edit, to: &next) }
        (previous, last, pending) = (shown, pending, [])
        self.shown = next
        return next
    }

    private func apply(_ edit: Edit, to models: inout [Model]) {
        for position in edit.removed { models.remove(at: position) }
        for (position, model) in edit.inserted { models.insert(model, at: position) }
        for (position, model) in edit.replaced { models[position] = model }
        visits += edit.count
    }
}
