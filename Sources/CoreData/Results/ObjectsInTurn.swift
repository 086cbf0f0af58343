internal import Foundation
internal import StrataPredicates

/// The objects of rows that are needed one after another, each for one moment.
///
/// Making and releasing an object takes longer than most functions that read it. So one object
/// stands for a row, is registered with the context as the object of that row while the function
/// runs, and stands for the next row afterwards. The function notices only by a weak reference
/// that it keeps, which then shows a later row:
///
/// - A row that has an object already keeps it.
/// - An object that the function retained, that has changes, or whose relationships were read,
///   remains the object of its row, and the next row gets another one.
/// - A class with stored properties of its own may keep something in them, so its objects are not
///   used again.
struct ObjectsInTurn {
    private let context: NSManagedObjectContext
    private var spare: NSManagedObject?

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    /// Calls a function with the object of a row.
    mutating func with<T>(_ layout: EntityLayout, _ rowID: RowID, _ row: Row?, _ body: (NSManagedObject) -> T) -> T {
        if spare?.isOnlyRead == false || !isKnownUniquelyReferenced(&spare) { spare = nil }
        let key = RowKey(layout, rowID)
        let isNew = context.registry[key] == nil
        if isNew, rowID.isPermanent, let row, let object = spare, object.canStand(for: row, as: rowID) {
            // While it still has the ID that it is registered with.
            if StoreRegistrations.isNeeded { context.registry.forget(object) }
            object.stand(inTurnFor: row, as: rowID)
            context.registry.add(object, as: key)
            return body(object)
        }
        let object = context.object(layout, rowID, row: row)
        if isNew, rowID.isPermanent, !object.hasOwnProperties { spare = object }
        return body(object)
    }
}
