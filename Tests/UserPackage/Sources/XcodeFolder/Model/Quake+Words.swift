import CoreData

extension Quake {
    /// The day by which a list has sections.
    @objc public dynamic var day: String {
        let days = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: time)
        return "\(days.year ?? 0)-\(days.month ?? 0)-\(days.day ?? 0)"
    }

    public override func awakeFromInsert() {
        super.awakeFromInsert()
        primitiveValuesAreSet = true
        setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 0), forKey: #keyPath(Quake.time))
    }

    public override func validateForInsert() throws {
        try super.validateForInsert()
        if magnitude < 0 { throw NSError(domain: "Journal", code: 1, userInfo: [NSValidationKeyErrorKey: #keyPath(magnitude)]) }
    }

    public override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        return key == #keyPath(Quake.day) ? [#keyPath(Quake.time)] : []
    }

    static func byDay(in context: NSManagedObjectContext) -> NSFetchedResultsController<Quake> {
        let request: NSFetchRequest<Quake> = Quake.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Quake.time), ascending: true)]
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: #keyPath(Quake.day), cacheName: nil)
    }

    static func request(in name: String) -> NSFetchRequest<Quake> {
        let request: NSFetchRequest<Quake> = Quake.fetchRequest()
        request.predicate = NSPredicate(
            format: "\(#keyPath(Quake.region.name)) == %@ AND %K == NO", name, #keyPath(Quake.shallow))
        request.sortDescriptors = [
            NSSortDescriptor(
                key: #keyPath(Quake.code), ascending: true, selector: #selector(NSString.localizedStandardCompare(_:))),
            NSSortDescriptor(key: #keyPath(Quake.time), ascending: false),
        ]
        return request
    }
}

nonisolated(unsafe) var primitiveValuesAreSet = false
