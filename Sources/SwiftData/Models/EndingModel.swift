internal import Foundation
internal import Synchronization

/// The values of a model that is being deinitialized and was never used.
///
/// The class of a model is not known while its initializer runs. So the context of a model that it
/// refers to cannot insert a model of a class with subclasses, or of a subclass, before its first
/// use. If the model ends without one, its values are collected here, and the context inserts them:
/// those that a subclass has added are released directly before those of its superclass, on the
/// same thread.
final class EndingModel {
    private let whole: ModelAnchor
    private var isPending = false
    /// The class whose values were added last.
    private var last: ModelClass
    /// The number of the first anchor.
    private let number: UInt64
    /// The number of the last anchor that was created before the model ended.
    private let end: UInt64

    init(_ anchor: ModelAnchor) {
        whole = ModelAnchor(anchor.modelClass)
        last = anchor.modelClass
        number = anchor.number
        end = whole.number
        addValues(of: anchor)
    }

    /// Adds the values of the superclass. Returns false for an anchor of another model.
    ///
    /// The first values may be those of a model whose initializer has failed, so that no others follow.
    /// The superclass's were created after the subclass's, and before these ended.
    func add(_ anchor: ModelAnchor) -> Bool {
        guard last.superclass === anchor.modelClass, number < anchor.number, anchor.number < end else { return false }
        last = anchor.modelClass
        addValues(of: anchor)
        return true
    }

    private func addValues(of anchor: ModelAnchor) {
        for index in last.inheritedCount..<last.properties.count { whole.setValue(anchor.values[index], at: index) }
        if anchor.isPending { isPending = true }
    }

    /// Has the context of a model that this one refers to insert it.
    func insert() {
        guard isPending, let context = whole.relatedContext else { return }
        whole.isPending = true
        nonisolated(unsafe) let (known, anchor) = (context, whole)
        context.managed.performOnQueue { known.addPending(anchor) }
    }

    // MARK: The thread's model

    /// Keeps the model until its next values, or those of another one, end on the thread.
    func keep() { pthread_setspecific(Self.key, Unmanaged.passRetained(self).toOpaque()) }

    /// Returns the model that the thread keeps, and which it keeps no more.
    static func take() -> EndingModel? {
        guard let pointer = pthread_getspecific(key) else { return nil }
        pthread_setspecific(key, nil)
        return Unmanaged<EndingModel>.fromOpaque(pointer).takeRetainedValue()
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            // Optional in some C libraries.
            let pointer: UnsafeMutableRawPointer? = pointer
            if let pointer { Unmanaged<EndingModel>.fromOpaque(pointer).release() }
        }
        return key
    }()
}

extension ModelAnchor {
    private static let count = Atomic<UInt64>(0)

    /// Returns the number of the next anchor with values of its own.
    static func nextNumber() -> UInt64 { count.add(1, ordering: .relaxed).newValue }

    /// Hands the values of a model without a managed object on, if the model was never used.
    func endValues() {
        let ending = EndingModel.take()
        if let ending, ending.add(self) {
            if isPart { ending.keep() } else { ending.insert() }
        } else if isPart {
            EndingModel(self).keep()
        } else if isPending {
            EndingModel(self).insert()
        }
    }
}
