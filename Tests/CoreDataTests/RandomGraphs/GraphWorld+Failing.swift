import Foundation

@testable import CoreData

// A graph world whose store fails now and then: what may throw is done while it fails, and again
// when it works, and what cannot throw is done while it fails, and read when it works. In between
// nothing may have changed that was not to change.
extension GraphWorld {
    /// Runs an edit, which cannot throw, on a context's queue while reads may fail.
    func edit(_ index: Int, _ body: @escaping (NSManagedObjectContext) -> Void) {
        guard let failing else { return inside(index, body) }
        inside(index) { context in
            failing.during([.read]) { body(context) }
            context.processPendingChanges()
        }
    }

    /// Reads the members of a relationship, before they are replaced or moved: members that an app
    /// has not seen because they could not be read stay.
    func readMembers(of owner: NSManagedObject, _ link: GraphLink, _ index: Int) {
        if failing != nil, link.isToMany { inside(index) { _ in _ = owner.value(forKey: link.name) } }
    }

    /// Performs a request, which has to work once the store does.
    ///
    /// - Parameter writes: Whether the store has to be unchanged after the request failed.
    func request<T>(
        _ index: Int, writes: Bool = false, _ body: @escaping (NSManagedObjectContext) throws -> T
    ) throws -> T {
        if let failing {
            let result = try inside(index) { context in
                defer { context.processPendingChanges() }
                return try failing.attempt { try body(context) }
            }
            if let result { return result }
            if writes { try compareStored() }
        }
        return try inside(index, body)
    }

    /// Saves a context. Returns false if the save failed and is left to a later one.
    func saveOrFail(_ index: Int) throws -> Bool {
        if let failing {
            let notices = Notices(.NSManagedObjectContextDidSave, of: contexts[index])
            if try inside(index, { context in try failing.attempt { try context.save() } }) != nil { return true }
            if !notices.received.isEmpty { throw Mismatch(description: "a save of context \(index) that failed was posted") }
            inside(index) { $0.processPendingChanges() }
            try compareStored()
            try look(index)
            if failing.chance(2) { return false }
        }
        try inside(index) { try $0.save() }
        return true
    }

    /// Reads the objects of a context while reads may fail. Objects that cannot be read are faults.
    func readWhileFailing(_ index: Int) throws {
        guard let failing, failing.chance(3) else { return }
        let picture = picture(index)
        try inside(index) { [self] context in
            if failing.chance(2) { forgetRows(context) }
            try failing.during([.read]) {
                for (key, object) in held[index].sorted(by: { $0.key < $1.key }) {
                    _ = thing(object, picture.thing(key).kind)
                    if context.isUnreadable(object), !object.isFault {
                        throw Mismatch(description: "\(key) in context \(index) cannot be read, and is no fault")
                    }
                }
            }
            context.processPendingChanges()
        }
    }

    /// Makes a context read the rows of its unchanged objects from the store again.
    private func forgetRows(_ context: NSManagedObjectContext) {
        container.forgetRows()
        for object in context.registeredObjects where !object.hasChanges && object.managedObjectContext != nil {
            context.refresh(object, mergeChanges: false)
        }
    }
}
