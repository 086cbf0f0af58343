import CoreData

@objc(Item)
public class Item: NSManagedObject {
    static let noFaultRequest: NSFetchRequest = {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = nil
        request.sortDescriptors = [.init(keyPath: \Item.timestamp, ascending: true)]
        request.returnsObjectsAsFaults = false
        return request
    }()
}

// The class is generated from the model.
extension Errand {
    public override func awakeFromInsert() {
        super.awakeFromInsert()
        start = Date(timeIntervalSinceReferenceDate: 86_400)
    }

    public override var description: String { "Errand \(name ?? "")" }
}
