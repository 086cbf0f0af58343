internal import Glibc
internal import StrataTraps

/// The objects that a reader of observable state keeps until it reads again, such as the models that
/// the body of a view has read.
///
/// Observation keeps none of the objects that were read, and a model of SwiftData is released when
/// nothing else uses it. A body that looks up a model and keeps only its identifier would then miss
/// the changes of its row:
///
///     var body: some View {
///         if let trip = context.model(for: id) as? Trip { Text(trip.name) }
///     }
///
/// So a model that is read says so (`keep(_:)`), and the reader, which does not know its type, keeps
/// what was read in its evaluation (`collecting(_:)`).
package struct ReadObjects {
    private var objects: [ObjectIdentifier: AnyObject] = [:]

    /// Creates a list without objects.
    package init() {}

    /// Adds the objects of another list.
    package mutating func formUnion(_ other: ReadObjects) {
        if other.objects.isEmpty { return }
        if objects.isEmpty { objects = other.objects } else { objects.merge(other.objects) { first, _ in first } }
    }

    /// Reads state on the current thread, and returns the result with the objects that were read. A
    /// reader inside this one collects its own.
    package static func collecting<Result>(_ read: () throws -> Result) rethrows -> (result: Result, objects: ReadObjects) {
        let outer = pthread_getspecific(key)
        var collected = ReadObjects()
        let result = try withUnsafeMutablePointer(to: &collected) { pointer in
            pthread_setspecific(key, pointer)
            defer { pthread_setspecific(key, outer) }
            return try read()
        }
        return (result, collected)
    }

    /// Adds an object that is being read to those of the current thread's reader, if there is one.
    package static func keep(_ object: AnyObject) {
        guard let pointer = pthread_getspecific(key) else { return }
        pointer.assumingMemoryBound(to: ReadObjects.self).pointee.objects[ObjectIdentifier(object)] = object
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        require(pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left for readers.")
        return key
    }()
}
