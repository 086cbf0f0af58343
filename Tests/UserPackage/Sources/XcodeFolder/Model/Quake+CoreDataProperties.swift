import Foundation
import CoreData

extension Quake {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Quake> {
        return NSFetchRequest<Quake>(entityName: "Quake")
    }

    @NSManaged public var code: String
    @NSManaged public var kind: Kind
    @NSManaged public var magnitude: Float
    @NSManaged public var place: String
    @NSManaged public var time: Date
    @objc(isShallow) @NSManaged public var shallow: Bool
    @NSManaged public var region: Region?
    @NSManaged public var reports: NSOrderedSet?
    @NSManaged private var primitiveTime: Date?
}

// MARK: Generated accessors for reports
extension Quake {

    @objc(insertObject:inReportsAtIndex:)
    @NSManaged public func insertIntoReports(_ value: Report, at idx: Int)

    @objc(removeObjectFromReportsAtIndex:)
    @NSManaged public func removeFromReports(at idx: Int)

    @objc(insertReports:atIndexes:)
    @NSManaged public func insertIntoReports(_ values: [Report], at indexes: NSIndexSet)

    @objc(removeReportsAtIndexes:)
    @NSManaged public func removeFromReports(at indexes: NSIndexSet)

    @objc(replaceObjectInReportsAtIndex:withObject:)
    @NSManaged public func replaceReports(at idx: Int, with value: Report)

    @objc(replaceReportsAtIndexes:withReports:)
    @NSManaged public func replaceReports(at indexes: NSIndexSet, with values: [Report])

    @objc(addReportsObject:)
    @NSManaged public func addToReports(_ value: Report)

    @objc(removeReportsObject:)
    @NSManaged public func removeFromReports(_ value: Report)

    @objc(addReports:)
    @NSManaged public func addToReports(_ values: NSOrderedSet)

    @objc(removeReports:)
    @NSManaged public func removeFromReports(_ values: NSOrderedSet)
}

extension Quake: Identifiable {}
