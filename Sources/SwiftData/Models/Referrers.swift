// The other side of a relationship that an initializer sets, among models in no context
//
//     let list = TodoList(name: "Home")
//     let todo = Todo(title: "Paint", list: list)
//     context.insert(list)
//
// The `init` accessor of `list` runs before the todo exists, so it cannot add the todo to
// `list.todos`. It adds the anchor of the todo to the referrers of the list instead, where it stays
// until one of these comes first:
//
// | what comes first                | what becomes of the todo                                     |
// | ------------------------------- | ------------------------------------------------------------ |
// | the todo is used                | it is known, and adds itself to `list.todos`                 |
// | `list.todos` is read or set     | the list makes a model of the anchor, and adds that          |
// | the list is inserted            | the context inserts it as a pending model, at its next use   |
// | the todo is released            | an anchor with its values replaces its own in the referrers  |
// | its initializer throws an error | its anchor leaves the referrers                              |
//
// An anchor is among the referrers of those models to which the relationships in its `unlinked`
// refer, and of no others. It leaves them when it ends, so they need not keep it: a failed
// initializer leaves nothing behind.
//
// A model that the list has made while the app has the todo is a second model of the todo's anchor,
// and equal to it. The anchor keeps it as its `twin`, which stands for both among related models.
// The insertion gives the twin an anchor of its own, as a context that makes a second model does.
//
// An anchor whose class has subclasses waits while initializers of these run: its values may be a
// part of theirs.

/// The anchors of models that refer to one in no context by their initializer only, and are not
/// known yet.
final class Referrers {
    private struct Referrer {
        // Not retained: it removes itself when it ends.
        unowned(unsafe) let anchor: ModelAnchor
        /// The anchor, if its model was released.
        let ended: ModelAnchor?
        /// The number of the model's first anchor, in the order of creation.
        let number: UInt64
    }

    private var referrers: [ObjectIdentifier: Referrer] = [:]

    var isEmpty: Bool { referrers.isEmpty }

    /// Whether there are several, of which one may replace another: where the inverse refers to one
    /// model, it is the last that was created.
    var needOrder: Bool {
        referrers.count > 1
            && referrers.values.contains { $0.anchor.unlinked.contains(where: $0.anchor.modelClass.hasToOneInverse) }
    }

    /// Adds an anchor.
    ///
    /// - Parameter isEnded: Whether the model was released, so that nothing else keeps the anchor.
    func insert(_ anchor: ModelAnchor, _ number: UInt64, isEnded: Bool) {
        referrers[ObjectIdentifier(anchor)] = Referrer(anchor: anchor, ended: isEnded ? anchor : nil, number: number)
    }

    /// Removes an anchor.
    func remove(_ anchor: ModelAnchor) {
        // Released after the modification, because deinitializers may read the model.
        let removed = referrers.removeValue(forKey: ObjectIdentifier(anchor))
        withExtendedLifetime(removed) {}
    }

    /// Removes all anchors, and returns them in the order in which their models were created.
    func removeAll() -> [(anchor: ModelAnchor, number: UInt64, isEnded: Bool)] {
        let removed = referrers.values.sorted { $0.number < $1.number }
        referrers = [:]
        return removed.map { ($0.anchor, $0.number, $0.ended != nil) }
    }
}

extension ModelAnchor {
    // MARK: The anchor of a model that is not known

    /// Adds the anchor to the referrers of the models of a relationship that an initializer has set.
    func refer(to models: some Sequence<any PersistentModel>, _ index: Int, _ number: UInt64, isEnded: Bool = false) {
        if !unlinked.contains(index) { unlinked.append(index) }
        for model in models { model.anchor.addReferrer(self, number, isEnded: isEnded) }
    }

    /// Adds the anchor to the referrers of the models of the relationships with some indices.
    func refer(_ indices: [Int], _ number: UInt64, isEnded: Bool) {
        for index in indices { refer(to: relatedModels(index), index, number, isEnded: isEnded) }
    }

    /// Removes the anchor from the referrers of all models, and returns the relationships that refer
    /// to them.
    @discardableResult
    func leaveReferrers() -> [Int] {
        let indices = unlinked
        guard !indices.isEmpty else { return [] }
        unlinked = []
        for index in indices { for model in relatedModels(index) { model.anchor.referrers?.remove(self) } }
        return indices
    }

    /// Whether one of the relationships that an initializer has set refers to a model.
    func refers(to model: any PersistentModel) -> Bool {
        unlinked.contains { index in relatedModels(index).contains { $0 === model } }
    }

    /// The models of a relationship of a model in no context.
    private func relatedModels(_ index: Int) -> [any PersistentModel] {
        if let model = values[index] as? any PersistentModel { return [model] }
        return (values[index] as? OwnMembers)?.models ?? []
    }

    /// Adds the model, which has become known, to the inverses of the relationships that its
    /// initializer has set.
    func link() {
        let indices = leaveReferrers()
        guard object == nil, let own else { return }
        for index in indices {
            guard let inverse = modelClass.inverse(of: index) else { continue }
            for model in relatedModels(index) { model.anchor.addOwn(own, inverse) }
            (values[index] as? OwnMembers)?.isLinked = true
        }
    }

    // MARK: The anchor of a model that it refers to

    private func addReferrer(_ anchor: ModelAnchor, _ number: UInt64, isEnded: Bool) {
        guard object == nil else { return }
        madeReferrers.insert(anchor, number, isEnded: isEnded)
    }

    /// Adds the models that refer to this one by their initializer only to the inverses, except those
    /// whose initializer runs.
    func linkReferrers() {
        guard let referrers, !referrers.isEmpty else { return }
        for (anchor, number, isEnded) in referrers.removeAll() where anchor.object == nil {
            if let object {
                object.modelContext?.insertReferrer(anchor, isEnded: isEnded)
            } else if anchor.isIncomplete || anchor.isPart || anchor.modelClass.hasParts {
                referrers.insert(anchor, number, isEnded: isEnded)
            } else if anchor.own == nil {
                anchor.makeModel(isTwin: !isEnded)
            }
        }
    }

    /// Removes the models that refer to this one by their initializer only, for its insertion.
    func takeReferrers() -> [(anchor: ModelAnchor, number: UInt64, isEnded: Bool)] {
        guard let referrers else { return [] }
        if referrers.needOrder { linkReferrers() }
        return referrers.removeAll()
    }

    /// Makes a model of the anchor, whose own is not known or was released.
    private func makeModel(isTwin: Bool) {
        func make<Model: PersistentModel>(_ type: Model.Type) {
            let model = Model(backingData: ModelBackingData<Model.Root>(self))
            if isTwin { twin = model }
            attach(model)
        }
        make(modelClass.type)
    }
}
