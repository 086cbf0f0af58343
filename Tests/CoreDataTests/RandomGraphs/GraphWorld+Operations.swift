import Foundation

@testable import CoreData

extension GraphWorld {
    /// Performs one operation and checks its result.
    func perform(_ operation: GraphOperation) throws {
        let index = operation.context
        choices = GraphChoices(operation.numbers)
        failing?.begin(operation.numbers)
        freshen(index)
        try readWhileFailing(index)
        switch operation.kind {
        case .insert: try insert(index)
        case .setValue: try setAttribute(index, isName: false)
        case .setName: try setAttribute(index, isName: true)
        case .relate: try relate(index)
        case .unrelate: try unrelate(index)
        case .clear: try clear(index)
        case .replace: try replace(index)
        case .reorder: try reorder(index)
        case .delete: try delete(index)
        case .deny: try deny(index)
        case .refuse: try refuse(index)
        case .save: try save(index)
        case .rollback: drop(index) { $0.rollback() }
        case .reset: drop(index) { $0.reset() }
        case .refresh: try refresh(index)
        case .refreshDropping: try refreshDropping(index)
        case .refreshAll: edit(index) { $0.refreshAllObjects() }
        case .process: edit(index) { $0.processPendingChanges() }
        case .obtainIDs: try request(index) { try $0.obtainPermanentIDs(for: Array($0.insertedObjects)) }
        case .forget: held[index] = [:]
        case .fetch: try compareFetch(index)
        case .count: try compareCount(index)
        case .batchInsert: if executesBatches { try batchInsert(index) }
        case .batchUpdate: if executesBatches { try batchUpdate(index) }
        case .batchDelete: if executesBatches { try batchDelete(index) }
        case .look: try look(index)
        case .lookEverywhere: try compareEverything()
        }
    }

    // MARK: Changes

    private func insert(_ index: Int) throws {
        guard let kind = choices.pick(GraphKind.allCases + [.item, .item]) else { return }
        var thing = GraphThing(kind, isSpecial: kind == .item && choices.chance(3))
        thing.value = choices.number(below: 8)
        let key = newKey()
        var picture = picture(index)
        picture.things[key] = thing
        guard accept(picture, in: index) else { return }
        let (name, value) = (thing.isSpecial ? "SpecialItem" : kind.rawValue, thing.value)
        held[index][key] = inside(index) { context in
            let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
            object.setValue(key, forKey: "key")
            object.setValue(value, forKey: "value")
            return object
        }
    }

    private func setAttribute(_ index: Int, isName: Bool) throws {
        guard let key = choices.pick(picture(index).things.keys.sorted()) else { return }
        var picture = picture(index)
        let value = choices.number(below: 8)
        let name = choices.pick([nil, "a", "b", "c"]) ?? nil
        if isName { picture.things[key]?.name = name } else { picture.things[key]?.value = value }
        let object = try object(key, index)
        guard accept(picture, in: index) else { return }
        edit(index) { _ in object.setValue(isName ? name as Any? : value, forKey: isName ? "name" : "value") }
    }

    /// Returns a random relationship and the key of an object that has it.
    private func pickOwner(_ picture: GraphPicture, where fits: (GraphLink) -> Bool = { _ in true }) -> (
        key: Int, link: GraphLink
    )? {
        guard let link = choices.pick(GraphLink.all.filter(fits)), let key = choices.pick(picture.keys(link.owner)) else {
            return nil
        }
        return (key, link)
    }

    private func relate(_ index: Int) throws {
        var picture = picture(index)
        guard let (key, link) = pickOwner(picture), let other = choices.pick(picture.keys(link.destination)) else { return }
        picture.relate(key, link, to: other)
        let (owner, member) = (try object(key, index), try object(other, index))
        guard accept(picture, in: index) else { return }
        let way = choices.number(below: 2)
        edit(index) { _ in
            switch (link.isToMany, way) {
            case (false, _): owner.setValue(member, forKey: link.name)
            case (true, 0): owner.add(member, at: owner.layout.requiredSlot(of: link.name))
            case (true, _) where link.isOrdered: owner.mutableOrderedSetValue(forKey: link.name).add(member)
            default: owner.mutableSetValue(forKey: link.name).add(member)
            }
        }
    }

    private func unrelate(_ index: Int) throws {
        var picture = picture(index)
        guard let (key, link) = pickOwner(picture), let other = choices.pick(picture.thing(key)[link.name]) else { return }
        picture.unrelate(key, link, from: other)
        let (owner, member) = (try object(key, index), try object(other, index))
        guard accept(picture, in: index) else { return }
        let way = choices.number(below: 2)
        edit(index) { _ in
            switch (link.isToMany, way) {
            case (false, _): owner.setValue(nil, forKey: link.name)
            case (true, 0): owner.remove(member, at: owner.layout.requiredSlot(of: link.name))
            case (true, _) where link.isOrdered: owner.mutableOrderedSetValue(forKey: link.name).remove(member)
            default: owner.mutableSetValue(forKey: link.name).remove(member)
            }
        }
    }

    private func clear(_ index: Int) throws {
        var picture = picture(index)
        guard let (key, link) = pickOwner(picture) else { return }
        picture.clear(key, link)
        let owner = try object(key, index)
        guard accept(picture, in: index) else { return }
        readMembers(of: owner, link, index)
        edit(index) { _ in
            let empty: Any? = link.isOrdered ? NSOrderedSet() : link.isToMany ? NSSet() : nil
            owner.setValue(empty, forKey: link.name)
        }
    }

    private func replace(_ index: Int) throws {
        var picture = picture(index)
        guard let (key, link) = pickOwner(picture, where: \.isToMany) else { return }
        let others = choices.some(picture.keys(link.destination))
        picture.setMembers(key, link, others)
        let owner = try object(key, index)
        let members = try others.map { try object($0, index) }
        guard accept(picture, in: index) else { return }
        readMembers(of: owner, link, index)
        edit(index) { _ in
            owner.setValue(link.isOrdered ? NSOrderedSet(array: members) : NSSet(array: members), forKey: link.name)
        }
    }

    /// Moves or inserts a member of an ordered relationship, by index.
    private func reorder(_ index: Int) throws {
        var picture = picture(index)
        guard let (key, link) = pickOwner(picture, where: \.isOrdered) else { return }
        let members = picture.thing(key)[link.name]
        let (isMove, from, to) = (
            choices.chance(2), choices.number(below: max(members.count, 1)), choices.number(below: members.count + 1)
        )
        guard
            let other = isMove
                ? choices.pick(members[...].dropFirst(from).prefix(1)) : choices.pick(picture.keys(link.destination)),
            isMove || !members.contains(other)
        else { return }
        var order = members.filter { $0 != other }
        let position = min(to, order.count)
        order.insert(other, at: position)
        picture.setMembers(key, link, order)
        let (owner, member) = (try object(key, index), try object(other, index))
        guard accept(picture, in: index) else { return }
        readMembers(of: owner, link, index)
        inside(index) { _ in
            let list = owner.mutableOrderedSetValue(forKey: link.name)
            if isMove { list.remove(member) }
            list.insert(member, at: position)
        }
    }

    private func delete(_ index: Int) throws {
        var picture = picture(index)
        guard let key = choices.pick(picture.things.keys.sorted()), !picture.isDenied(key, source(index)) else { return }
        picture.delete(key)
        let object = try object(key, index)
        guard accept(picture, in: index) else { return }
        let processes = choices.chance(2)
        edit(index) { context in
            context.delete(object)
            if processes { context.processPendingChanges() }
        }
        letGo(index)
    }

    /// Deletes an object that a deny rule protects: the save fails, and all changes are rolled
    /// back.
    private func deny(_ index: Int) throws {
        var picture = picture(index)
        guard let key = choices.pick(picture.things.keys.sorted().filter { picture.isDenied($0, source(index)) }),
            !isAnythingPendingBelow(index)
        else { return }
        let object = try object(key, index)
        picture.delete(key)
        let before = pending[index]
        guard accept(picture, in: index) else { return }
        pending[index] = before
        let error = inside(index) { context -> (any Error)? in
            context.delete(object)
            do { try context.save() } catch { return error }
            return nil
        }
        guard let error = error as? NSError, error.code == NSValidationRelationshipDeniedDeleteError else {
            throw Mismatch(
                description: "deleting \(key) in context \(index) was not denied: \(error.map { "\($0)" } ?? "no error")")
        }
        drop(index) { $0.rollback() }
    }

    /// Gives an object a name that its class rejects with a Swift error: the save fails, and all
    /// changes are rolled back.
    private func refuse(_ index: Int) throws {
        var picture = picture(index)
        guard let key = choices.pick(picture.things.keys.sorted()), !isAnythingPendingBelow(index) else { return }
        picture.things[key]?.name = GraphObject.refusedName
        let object = try object(key, index)
        let before = pending[index]
        guard accept(picture, in: index) else { return }
        pending[index] = before
        let error = inside(index) { context -> (any Error)? in
            object.setValue(GraphObject.refusedName, forKey: "name")
            do { try context.save() } catch { return error }
            return nil
        }
        guard error is GraphObject.Refusal else {
            throw Mismatch(
                description: "renaming \(key) in context \(index) was not refused: \(error.map { "\($0)" } ?? "no error")")
        }
        drop(index) { $0.rollback() }
    }

    // MARK: Saving and rolling back

    private func save(_ index: Int) throws {
        let style = choices.number(below: 4)
        let looksFirst = choices.chance(3)
        if looksFirst { try look(index) }
        guard !pending[index].isEmpty || !inside(index, \.hasChanges) else { return try saveNothing(index) }
        let notices = Notices(.NSManagedObjectContextDidSave, of: contexts[index])
        guard try saveOrFail(index) else { return }
        let notice = notices.received.first
        if let parent = Self.parents[index] {
            let above = source(parent)
            for (key, thing) in pending[index] {
                if thing == nil, above.things[key] == nil {
                    pending[parent][key] = nil
                } else {
                    pending[parent][key] = .some(thing)
                }
            }
            pending[index] = [:]
            letGo(parent)
            stale.formUnion(below(parent))
        } else {
            stored = picture(index)
            pending[index] = [:]
            if notice != nil { try tell(1 - index, of: notice, style: style) }
            stale.formUnion(below(index))
            try compareStored()
        }
        letGo(index)
        let (hasChanges, temporary) = inside(index) { context in
            (
                context.hasChanges,
                context.registeredObjects.filter { $0.objectID.isTemporaryID && $0.managedObjectContext != nil }.count
            )
        }
        if hasChanges { throw Mismatch(description: "context \(index) has changes after its save") }
        if Self.parents[index] == nil, temporary > 0 {
            throw Mismatch(description: "context \(index) has \(temporary) temporary identifiers after its save")
        }
    }

    /// Saves a context without effective changes. Objects may have been set to their previous
    /// values, so that the context counts them as changed, but the save changes nothing.
    private func saveNothing(_ index: Int) throws {
        let notices = Notices(.NSManagedObjectContextDidSave, of: contexts[index])
        guard try saveOrFail(index) else { return }
        if Self.parents[index] == nil, let notice = notices.received.first { try tell(1 - index, of: notice, style: 3) }
        stale.formUnion(below(index))
    }

    /// Discards a context's changes, unless contexts below have changes that may depend on them.
    private func drop(_ index: Int, _ undo: @escaping (NSManagedObjectContext) -> Void) {
        guard !isAnythingPendingBelow(index) else { return }
        pending[index] = [:]
        edit(index, undo)
        held[index] = [:]
        stale.formUnion(below(index))
    }

    private func refresh(_ index: Int) throws {
        guard let key = choices.pick(picture(index).things.keys.sorted()) else { return }
        let object = try object(key, index)
        edit(index) { $0.refresh(object, mergeChanges: true) }
    }

    /// Discards the changes of an object whose relationships are empty and unchanged.
    private func refreshDropping(_ index: Int) throws {
        let source = source(index)
        let keys = picture(index).things.keys.sorted().filter { key in
            guard let thing = pending[index][key] ?? nil else { return source.things[key] != nil }
            return source.things[key].map(thing.isRelated) == true && thing.isUnrelated
        }
        guard let key = choices.pick(keys) else { return }
        let object = try object(key, index)
        // Skips an object that still has relationship changes which cancel each other out.
        guard !isAnythingPendingBelow(index), pending[index][key] == nil || inside(index, { _ in !object.hasChangedMembers })
        else { return }
        pending[index][key] = nil
        inside(index) { $0.refresh(object, mergeChanges: false) }
        stale.formUnion(below(index))
    }

    // MARK: Batches

    private var executesBatches: Bool { !storeKind.isIncremental }

    /// Merges the result of a batch request, which bypasses all contexts, into them by object IDs.
    private func merge(_ key: String, _ identifiers: [NSManagedObjectID]) {
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [key: identifiers], into: contexts)
        for index in 0..<Self.contextCount { letGo(index) }
    }

    private func batchInsert(_ index: Int) throws {
        let count = 1 + choices.number(below: 3)
        let rows = (0..<count).map { _ in (key: newKey(), value: choices.number(below: 8)) }
        let request = NSBatchInsertRequest(entityName: "Tag", objects: rows.map { ["key": $0.key, "value": $0.value] })
        request.resultType = .objectIDs
        let result = try self.request(index, writes: true) {
            try ($0.execute(request) as? NSBatchInsertResult)?.result as? [NSManagedObjectID]
        }
        for row in rows {
            stored.things[row.key] = GraphThing(.tag)
            stored.things[row.key]?.value = row.value
        }
        merge(NSInsertedObjectIDsKey, result ?? [])
    }

    /// The keys of stored objects that no context has changed, relationships included.
    private var untouched: [Int] {
        stored.things.keys.sorted().filter { key in !pending.contains { $0.keys.contains(key) } }
    }

    private func batchUpdate(_ index: Int) throws {
        guard let kind = choices.pick(GraphKind.allCases) else { return }
        let keys = choices.some(untouched.filter { stored.thing($0).kind == kind })
        let value = choices.number(below: 8)
        let request = NSBatchUpdateRequest(entityName: kind.rawValue)
        request.predicate = NSPredicate(format: "key IN %@", keys)
        request.propertiesToUpdate = ["value": value]
        request.resultType = .updatedObjectIDsResultType
        let result = try self.request(index, writes: true) {
            try ($0.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID]
        }
        for key in keys { stored.things[key]?.value = value }
        merge(NSUpdatedObjectIDsKey, result ?? [])
    }

    private func batchDelete(_ index: Int) throws {
        let untouched = untouched
        guard let key = choices.pick(untouched.filter { !stored.isDenied($0, stored) }) else { return }
        var picture = stored
        picture.delete(key)
        guard picture.differences(from: stored).isSubset(of: untouched) else { return }
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: stored.thing(key).kind.rawValue)
        fetch.predicate = NSPredicate(format: "key == %lld", Int64(key))
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = .resultTypeObjectIDs
        let result = try self.request(index, writes: true) {
            try ($0.execute(request) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID]
        }
        stored = picture
        merge(NSDeletedObjectsKey, result ?? [])
    }
}
