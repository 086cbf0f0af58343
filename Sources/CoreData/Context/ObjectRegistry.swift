internal import RuntimeShims
internal import Synchronization

/// The objects of a context by row, without keeping them: one object a row for as long as somebody uses it.
///
/// An object takes itself out as it goes, on whatever thread lets go of it last; hence the lock. Weak references would need none, but
/// give each object a side table and make counting its references slower for life, which was a third of a save.
// Safe to share: the table is used under the lock; `context` is set once, before others have it,
// and the rest is confined to the context's queue.
final class ObjectRegistry: @unchecked Sendable {
    /// Whose objects these are.
    weak var context: NSManagedObjectContext?

    /// The objects of sixteen numbers that follow each other. Rows that are read or saved together are neighbours mostly, and a table of
    /// pages finds room in a processor's caches where one of objects does not.
    private struct Page {
        var objects = InlineArray<16, Unmanaged<NSManagedObject>?>(repeating: nil)
        var count = 0

        /// The page of a row's number.
        static func key(_ key: RowKey) -> RowKey { RowKey(hierarchy: key.hierarchy, number: key.number >> 4) }

        subscript(key: RowKey) -> Unmanaged<NSManagedObject>? {
            get { objects[Int(key.number & 15)] }
            set {
                let index = Int(key.number & 15)
                count += (newValue == nil ? 0 : 1) - (objects[index] == nil ? 0 : 1)
                objects[index] = newValue
            }
        }
    }

    private let lock = Mutex(())
    // These are used under the lock. Nothing may be let go of there, since its end could need the lock.
    @exclusivity(unchecked) private var pages: [RowKey: UnsafeMutablePointer<Page>] = [:]
    /// The page that was used last, which the next row is mostly in too.
    @exclusivity(unchecked) private var last: (key: RowKey, page: UnsafeMutablePointer<Page>)?
    /// The objects that live because the registry keeps them; used on the context's queue.
    private var retained: [RowKey: NSManagedObject] = [:]

    var retainsObjects = false {
        didSet {
            guard retainsObjects != oldValue else { return }
            retained = [:]
            if retainsObjects { for object in living { retained[object.key] = object } }
        }
    }

    deinit { freePages() }

    subscript(key: RowKey) -> NSManagedObject? {
        var found: NSManagedObject?
        lock.withLock { _ in found = page(key)?.pointee[key].flatMap(Self.object) }
        return found
    }

    /// The page of a row, if there is one.
    private func page(_ key: RowKey) -> UnsafeMutablePointer<Page>? {
        let key = Page.key(key)
        if let last, last.key == key { return last.page }
        guard let page = pages[key] else { return nil }
        last = (key, page)
        return page
    }

    private func freePages() {
        for page in pages.values { page.deallocate() }
        pages = [:]
        last = nil
    }

    func add(_ object: NSManagedObject, as key: RowKey) {
        if object.registeredNumber != key.number { forget(object) }
        lock.withLock { _ in
            let page = page(key) ?? addPage(key)
            page.pointee[key] = Unmanaged.passUnretained(object)
        }
        object.registeredNumber = key.number
        if retainsObjects { retained[key] = object }
    }

    private func addPage(_ key: RowKey) -> UnsafeMutablePointer<Page> {
        let page = UnsafeMutablePointer<Page>.allocate(capacity: 1)
        page.initialize(to: Page())
        pages[Page.key(key)] = page
        last = (Page.key(key), page)
        return page
    }

    func remove(_ key: RowKey) {
        lock.withLock { _ in clear(key) }
        if retainsObjects { retained[key] = nil }
    }

    /// Stops keeping an object alive, which stays in the table for as long as others hold it.
    func release(_ key: RowKey) {
        if retainsObjects { retained[key] = nil }
    }

    /// Takes an object out where it is in: it leaves the context, or nobody holds it any more.
    func forget(_ object: NSManagedObject) {
        guard object.registeredNumber != 0 else { return }
        let key = RowKey(object.layout, object.registeredNumber)
        lock.withLock { _ in
            // The row may have another object by now.
            if page(key)?.pointee[key]?.toOpaque() == Unmanaged.passUnretained(object).toOpaque() { clear(key) }
        }
    }

    private func clear(_ key: RowKey) {
        guard let page = page(key) else { return }
        page.pointee[key] = nil
        guard page.pointee.count == 0 else { return }
        pages[Page.key(key)] = nil
        last = nil
        page.deallocate()
    }

    var living: [NSManagedObject] {
        var living: [NSManagedObject] = []
        lock.withLock { _ in
            for page in pages.values {
                for index in page.pointee.objects.indices {
                    if let object = page.pointee.objects[index].flatMap(Self.object) { living.append(object) }
                }
            }
        }
        return living
    }

    func removeAll() {
        lock.withLock { _ in freePages() }
        retained = [:]
    }

    /// An object that is in the table; nil for one that is about to take itself out.
    private static func object(_ entry: Unmanaged<NSManagedObject>) -> NSManagedObject? {
        swift_tryRetain(entry.toOpaque()).map { Unmanaged<NSManagedObject>.fromOpaque($0).takeRetainedValue() }
    }
}
