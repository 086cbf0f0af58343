internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension NSManagedObject {
    /// Returns the objects that a fetched property's request finds, with unsaved changes included.
    ///
    /// The result is cached. The request runs again at the first read after the object is refreshed
    /// or saved. If the store cannot be read, the result is empty, and is not cached.
    final func fetchedObjects(at slot: Int) -> [NSManagedObject] {
        let state = relatedObjects(at: slot)
        if let known = state.collection as? FetchedObjects { return known.objects }
        guard let objects = fetchObjects(at: slot) else {
            state.isUnread = true
            return []
        }
        if state.isUnread { managedObjectContext?.recordRecovery(of: self) }
        state.isUnread = false
        state.collection = FetchedObjects(objects)
        return objects
    }

    /// Returns the objects that the request finds; nil if the store cannot be read. Then the next
    /// access runs it again.
    private func fetchObjects(at slot: Int) -> [NSManagedObject]? {
        guard let property = layout.properties[slot] as? NSFetchedPropertyDescription, let request = property.request else {
            trap("\(layout.name).\(layout.names[slot]) has no fetch request. Set its fetchRequest in the model.")
        }
        guard let managedObjectContext else { return [] }
        do {
            return try managedObjectContext.throwingFailedReads {
                let copy = NSFetchRequest<NSManagedObject>()
                copy.copySettings(of: request)
                copy.predicate = request.predicate.map { predicate(of: property, from: $0) }
                return try managedObjectContext.fetch(copy)
            }
        } catch {
            managedObjectContext.recordFailedRead(error)
            return nil
        }
    }

    /// Returns a fetched property's predicate for this object. `$FETCH_SOURCE` becomes the object.
    /// Paths such as `$FETCH_SOURCE.name` and `$FETCHED_PROPERTY.userInfo.name` become constants
    /// with their current values.
    private func predicate(of property: NSFetchedPropertyDescription, from predicate: NSPredicate) -> NSPredicate {
        let form = predicate.form.mapExpressions { expression in
            guard case .path(.variable(let variable), let names) = expression else { return expression }
            switch variable {
            case "FETCH_SOURCE": return .constant(constant(value(forKeyPath: names.joined(separator: ".")), names, of: property))
            case "FETCHED_PROPERTY":
                let readable: [String: Any] = ["name": property.name, "userInfo": property.userInfo ?? [:]]
                return .constant(constant(KeyPathReader.value(of: readable, names[...]), names, of: property))
            default: return expression
            }
        }
        return NSPredicate.predicate(for: form).withSubstitutionVariables(["FETCH_SOURCE": self])
    }

    private func constant(_ value: Any?, _ names: [String], of property: NSFetchedPropertyDescription) -> Value {
        do {
            return try Value(converting: value)
        } catch {
            trap(
                "The predicate of the fetched property \(layout.name).\(property.name) compares \(names.joined(separator: ".")): \(error)"
            )
        }
    }
}

/// An array wrapped in a class, because a cast to an array checks each element.
private final class FetchedObjects {
    let objects: [NSManagedObject]

    init(_ objects: [NSManagedObject]) {
        self.objects = objects
    }
}
