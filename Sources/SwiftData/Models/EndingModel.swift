internal import Foundation

/// The values of a model that is being deinitialized and was never used.
///
/// The class of a model is not known while its initializer runs. So the context of a model that it
/// refers to cannot insert a model of a class with subclasses, or of a subclass, before its first
/// use. If the model ends without one, its values are handed to the context as those of its
/// superclass, and joined by those that subclasses have added. These are released directly
/// afterwards, on the same thread, and before the context is used again.
final class EndingModel {
    /// The values so far. Its class is the one whose values were added last.
    private weak var whole: ModelAnchor?
    /// The same values until a context keeps them, which releases them at the insertion.
    private var kept: ModelAnchor?
    /// The number of the anchor whose values were added last.
    private var number: UInt64

    init(_ anchor: ModelAnchor) {
        let whole = ModelAnchor(ofEnded: anchor)
        (self.whole, kept) = (whole, whole)
        number = anchor.number
        whole.refer(anchor.unlinked, anchor.number, isEnded: true)
        if anchor.isPending { insert(whole) }
    }

    /// Adds the values of a subclass, unless they are those of another model: one that is only a part,
    /// since its initializer has failed. The values of a subclass are created before those of its
    /// superclass.
    func add(_ part: ModelAnchor) -> Bool {
        guard let whole, part.modelClass.superclass === whole.modelClass, part.number < number,
            whole.object == nil, !whole.isPending || whole.relatedContext?.hasType(of: part) == true
        else { return false }
        let isInserted = whole.isPending
        number = part.number
        whole.adopt(part)
        if !isInserted, whole.isPending { insert(whole) }
        return true
    }

    /// Has the context of a model that this one refers to insert it.
    private func insert(_ whole: ModelAnchor) {
        guard let context = whole.relatedContext else { return }
        whole.isPending = true
        kept = nil
        nonisolated(unsafe) let (known, anchor) = (context, whole)
        context.managed.performOnQueue { known.addPending(anchor) }
    }

    // MARK: The thread's model

    /// The model whose subclass's values may end next on the thread, which keeps it.
    static var current: EndingModel? {
        get { pthread_getspecific(key).map { Unmanaged<EndingModel>.fromOpaque($0).takeUnretainedValue() } }
        set {
            let former = pthread_getspecific(key)
            pthread_setspecific(key, newValue.map { Unmanaged.passRetained($0).toOpaque() })
            if let former { Unmanaged<EndingModel>.fromOpaque(former).release() }
        }
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
    /// Hands the values of a model without a managed object on, if the model was never used.
    func endValues() {
        defer { leaveReferrers() }
        // Values that know their model have those of its subclasses.
        guard modelPointer == nil else { return }
        if isIncomplete {
            // The initializer has failed. What subclasses have added ends next, and joins nothing.
            if modelClass.hasParts { EndingModel.current = nil }
        } else if isPart {
            guard let ending = EndingModel.current, ending.add(self) else { return }
            if !modelClass.hasParts { EndingModel.current = nil }
        } else if modelClass.hasParts {
            EndingModel.current = EndingModel(self)
        } else if isPending || !unlinked.isEmpty {
            _ = EndingModel(self)
        }
    }
}
