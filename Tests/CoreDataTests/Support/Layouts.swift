@testable import CoreData

extension EntityLayout {
    /// The SQL of the entity in a store of its model.
    var table: TableSQL {
        let store = StoreLayout(entity.managedObjectModel)
        let numbered = store.entities.first { $0.layout === self }!
        return TableSQL(store.table(self), numbered, EntityNumbers(store.entities))
    }
}
