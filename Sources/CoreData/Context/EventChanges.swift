extension NSManagedObjectContext {
    /// An object that changed since changes were last processed, with its values at that time.
    struct EventChange {
        let object: NSManagedObject
        let row: Row?
        /// The object's flags at that time.
        let state: NSManagedObject.State
        /// Whether the first change was an edit. If so, observers know the values in `row`.
        let isEdit: Bool
    }

    /// The objects that changed in an event, in order of their first change.
    ///
    /// Finds the change of an object in O(1), after the first look-up has made an index of all. An
    /// event without look-ups makes none.
    struct EventChanges: RandomAccessCollection, ExpressibleByArrayLiteral {
        private var list: [EventChange] = []
        /// The positions of the first `indexed` changes, by object.
        private var positions: [ObjectIdentifier: Int] = [:]
        private var indexed = 0

        init(arrayLiteral elements: EventChange...) { list = elements }

        var startIndex: Int { 0 }
        var endIndex: Int { list.count }
        subscript(position: Int) -> EventChange { list[position] }

        mutating func append(_ change: EventChange) { list.append(change) }

        mutating func removeAll(where isGone: (EventChange) -> Bool) {
            list.removeAll(where: isGone)
            (positions, indexed) = ([:], 0)
        }

        /// Returns the first change of an object.
        mutating func first(of object: NSManagedObject) -> EventChange? {
            for position in indexed..<list.count {
                let key = ObjectIdentifier(list[position].object)
                if positions[key] == nil { positions[key] = position }
            }
            indexed = list.count
            return positions[ObjectIdentifier(object)].map { list[$0] }
        }
    }
}
