internal import Foundation
internal import Predicates

extension NSManagedObject {
    /// What a fetched property's request found when it was first looked at since the object was read; unsaved changes counted then.
    ///
    /// A refresh of the object, or its save, has the request run again at the next look.
    final func fetchedObjects(at slot: Int) -> [NSManagedObject] {
        let state = relatedObjects(at: slot)
        if let known = state.collection as? FetchedObjects { return known.objects }
        let objects = fetchObjects(at: slot)
        state.collection = FetchedObjects(objects)
        return objects
    }

    private func fetchObjects(at slot: Int) -> [NSManagedObject] {
        guard let property = layout.properties[slot] as? NSFetchedPropertyDescription, let request = property.fetchRequest else {
            preconditionFailure("\(layout.name).\(layout.names[slot]) has no fetch request.")
        }
        guard let managedObjectContext else { return [] }
        let copy = NSFetchRequest<NSManagedObject>()
        copy.takeOver(request)
        copy.predicate = request.predicate.map { predicate(of: property, from: $0) }
        do {
            return try managedObjectContext.fetch(copy)
        } catch {
            preconditionFailure(
                "The fetched property \(layout.name).\(layout.names[slot]) could not be read: \(error.localizedDescription)")
        }
    }

    /// A fetched property's predicate for this object: `$FETCH_SOURCE` is the object, and `$FETCH_SOURCE.name` its name as it is now,
    /// a constant of the query.
    private func predicate(of property: NSFetchedPropertyDescription, from predicate: NSPredicate) -> NSPredicate {
        let form = predicate.form.mapExpressions { expression in
            guard case .path(.variable("FETCH_SOURCE"), let names) = expression else { return expression }
            return .constant(sourceValue(names, of: property))
        }
        return NSPredicate.predicate(for: form).withSubstitutionVariables(["FETCH_SOURCE": self, "FETCHED_PROPERTY": property])
    }

    private func sourceValue(_ names: [String], of property: NSFetchedPropertyDescription) -> Value {
        let keyPath = names.joined(separator: ".")
        do {
            return try Value(converting: value(forKeyPath: keyPath))
        } catch {
            preconditionFailure(
                "The fetched property \(layout.name).\(property.name) compares $FETCH_SOURCE.\(keyPath): \(error)")
        }
    }
}

/// An array under a type of its own: casting to an array itself would go through its elements.
private final class FetchedObjects {
    let objects: [NSManagedObject]

    init(_ objects: [NSManagedObject]) {
        self.objects = objects
    }
}
