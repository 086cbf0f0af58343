import Foundation
import CoreData

@objc(Quake)
public class Quake: NSManagedObject {
    @objc public enum Kind: Int16 {
        case tectonic, volcanic
    }

    @objc override public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
    }

    // An initializer that Core Data has no say in.
    convenience init(code: String, in context: NSManagedObjectContext) {
        self.init(context: context)
        self.code = code
    }
}
