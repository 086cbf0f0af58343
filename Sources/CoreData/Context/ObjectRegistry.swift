internal import CStrataRuntime
internal import Synchronization

/// The registered objects of a context, by row: at most one object for each row, for as long as it
/// is in use.
///
/// The registry answers one question, for each row of each fetch and each relationship: does this
/// context have an object for the row? If it does, that object is returned, so that two reads of
/// one row give one object, and a change is visible through every reference to it. The registry
/// does not retain its objects, unless `retainsObjects` is set: objects with unsaved changes are
/// kept by the context's lists, all others live as long as the app uses them.
///
/// The life of an entry:
///
/// 1. `add(_:as:)` stores an unmanaged pointer to the object under its row, and the row ID in the
///    object's `registeredRowID`.
/// 2. Lookups turn the pointer into a strong reference with `swift_tryRetain`, which fails if the
///    object's deinitialization has begun. Such an entry counts as missing. The context creates a
///    new object, whose pointer replaces the old one.
/// 3. When an object's ID changes from temporary to permanent, its entry moves from the old ID to
///    the new one.
/// 4. The last release may happen on any thread. `NSManagedObject.deinit` calls `forget(_:)`, which
///    removes the entry, unless it already belongs to a newer object for the same row.
///
/// The invariant: under the lock, each pointer in the table points to memory that is not freed,
/// since an object's memory is freed only after its `deinit` has taken the lock and removed the
/// entry. Nothing may be released under the lock: it might be the last reference to an object,
/// whose `deinit` would wait for the lock that its own thread holds.
///
/// Weak references would need no lock and no call into the Swift runtime. But they allocate a side
/// table for each object and slow down every later retain and release, which took a third of the
/// time of a save.
// Safe to share: the table is used under the lock; `context` is set once, before the registry is
// shared, and the rest is confined to the context's queue.
final class ObjectRegistry: @unchecked Sendable {
    /// The context that the objects belong to.
    weak var context: NSManagedObjectContext?

    /// The objects of sixteen consecutive row IDs. Rows that are read or saved together mostly have
    /// neighboring IDs, and a hash table of pages fits into the processor's caches when a hash
    /// table of objects no longer does.
    private struct Page {
        var objects = InlineArray<16, Unmanaged<NSManagedObject>?>(repeating: nil)
        var count = 0

        /// Returns the key of the page that has a row: the row's key without the low four bits of
        /// the ID.
        static func key(_ key: RowKey) -> RowKey {
            RowKey(hierarchy: key.hierarchy, rowID: RowID(key.rowID.rawValue >> 4))
        }

        static func index(_ key: RowKey) -> Int { Int(key.rowID.rawValue & 15) }

        /// The rows without an entry, a bit for each.
        var vacant: UInt16 {
            var rows: UInt16 = 0
            for index in objects.indices where objects[index] == nil { rows |= 1 << UInt16(index) }
            return rows
        }

        subscript(key: RowKey) -> Unmanaged<NSManagedObject>? {
            get { objects[Self.index(key)] }
            set {
                let index = Self.index(key)
                count += (newValue == nil ? 0 : 1) - (objects[index] == nil ? 0 : 1)
                objects[index] = newValue
            }
        }
    }

    private let lock = Mutex(())
    // Used under the lock only, without exclusivity checks. No object may be released there; see
    // above.
    @exclusivity(unchecked) private var pages: [RowKey: UnsafeMutablePointer<Page>] = [:]
    /// The page that was used last. The next row is mostly in it, too.
    @exclusivity(unchecked) private var last: (key: RowKey, page: UnsafeMutablePointer<Page>)?
    /// Rows of one page that were seen to have no object, a bit for each. Only the context's queue
    /// adds objects, so they have none until it does, and a fetch of new objects takes the lock once
    /// for sixteen look-ups. Used on that queue.
    @exclusivity(unchecked) private var vacant: (key: RowKey, rows: UInt16)?
    /// The objects that the registry retains. Used on the context's queue.
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
        let pageKey = Page.key(key)
        if let vacant, vacant.key == pageKey, vacant.rows & Self.bit(key) != 0 { return nil }
        var found: NSManagedObject?
        var rows: UInt16 = 0
        lock.withLock { _ in
            let page = page(key)
            found = page?.pointee[key].flatMap(Self.object)
            if found == nil { rows = page?.pointee.vacant ?? .max }
        }
        if rows != 0 { vacant = (pageKey, rows) }
        return found
    }

    private static func bit(_ key: RowKey) -> UInt16 { 1 << UInt16(Page.index(key)) }

    /// Returns the page of a row, if there is one. Call it under the lock.
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
        let isNew = object.registeredRowID != key.rowID
        let former = isNew && object.registeredRowID != .none ? RowKey(object.layout, object.registeredRowID) : nil
        if former != nil, StoreRegistrations.isNeeded { unregister(object) }
        lock.withLock { _ in
            let page = page(key) ?? addPage(key)
            page.pointee[key] = Unmanaged.passUnretained(object)
            // Afterwards, since a page without objects is freed, and the two rows are mostly neighbors.
            if let former { clear(former, of: object) }
        }
        if let vacant, vacant.key == Page.key(key) { self.vacant?.rows = vacant.rows & ~Self.bit(key) }
        object.registeredRowID = key.rowID
        if retainsObjects { retained[key] = object }
        if isNew, StoreRegistrations.isNeeded { StoreRegistrations.record(object, isRegistered: true) }
    }

    private func addPage(_ key: RowKey) -> UnsafeMutablePointer<Page> {
        let page = UnsafeMutablePointer<Page>.allocate(capacity: 1)
        page.initialize(to: Page())
        pages[Page.key(key)] = page
        last = (Page.key(key), page)
        return page
    }

    func remove(_ key: RowKey) {
        if StoreRegistrations.isNeeded, let object = self[key] { unregister(object) }
        lock.withLock { _ in clear(key) }
        if retainsObjects { retained[key] = nil }
    }

    /// Stops retaining an object. It stays registered for as long as it is in use.
    func release(_ key: RowKey) {
        if retainsObjects { retained[key] = nil }
    }

    /// Removes the entry of an object that leaves the context or is being deinitialized, if it has
    /// one.
    func forget(_ object: NSManagedObject) {
        guard object.registeredRowID != .none else { return }
        let key = RowKey(object.layout, object.registeredRowID)
        if StoreRegistrations.isNeeded { unregister(object) }
        lock.withLock { _ in clear(key, of: object) }
    }

    /// Removes the entry of a row, unless the row has a newer object. Call it under the lock.
    private func clear(_ key: RowKey, of object: NSManagedObject) {
        guard let page = page(key), page.pointee[key]?.toOpaque() == Unmanaged.passUnretained(object).toOpaque() else { return }
        clear(key, in: page)
    }

    private func clear(_ key: RowKey) {
        if let page = page(key) { clear(key, in: page) }
    }

    private func clear(_ key: RowKey, in page: UnsafeMutablePointer<Page>) {
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

    /// Reports that the context no longer uses an object, once for each time that it was added.
    private func unregister(_ object: NSManagedObject) {
        guard object.registeredRowID != .none else { return }
        StoreRegistrations.record(object, isRegistered: false)
        object.registeredRowID = .none
    }

    func removeAll() {
        if StoreRegistrations.isNeeded { living.forEach(unregister) }
        lock.withLock { _ in freePages() }
        retained = [:]
    }

    /// Returns a strong reference to a registered object; nil if its deinitialization has begun.
    private static func object(_ entry: Unmanaged<NSManagedObject>) -> NSManagedObject? {
        swift_tryRetain(entry.toOpaque()).map { Unmanaged<NSManagedObject>.fromOpaque($0).takeRetainedValue() }
    }
}
