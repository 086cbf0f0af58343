internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// The compiled fetch request of a history request. It selects transactions or changes.
struct HistoryFilter {
    enum Subject {
        case transactions, changes
    }

    let subject: Subject
    /// Whether the predicate needs the transactions' changes.
    let readsChanges: Bool
    /// The tokens after which the predicate selects, as in `token > %@`.
    let starts: [NSPersistentHistoryToken]
    private let predicate: CompiledPredicate<any KeyValueReadable>
    private let limit: Int
    private let offset: Int

    /// Compiles a fetch request. Traps for an entity that is not one of history, and for sort
    /// descriptors, since history has only one order. Throws if the predicate has an invalid
    /// pattern or a variable without a value.
    init(_ request: NSFetchRequest<any NSFetchRequestResult>) throws {
        switch request.entityName {
        case HistoryEntities.transaction.name: subject = .transactions
        case HistoryEntities.change.name: subject = .changes
        default:
            trap(
                """
                History cannot be fetched as '\(request.entityName ?? "")'. Use NSPersistentHistoryTransaction.fetchRequest or \
                NSPersistentHistoryChange.fetchRequest.
                """
            )
        }
        require(
            (request.sortDescriptors ?? []).isEmpty,
            "A fetch request for history takes no sort descriptors: transactions come in the order in which they were written.")
        let form = request.predicate?.form ?? .always(true)
        starts = form.startTokens
        readsChanges = subject == .changes || form.format.contains("changes")
        limit = request.fetchLimit
        offset = request.fetchOffset
        do {
            predicate = try CompiledPredicate(forReadables: form)
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    /// Returns the matching transactions. In a filter of changes, these are the transactions of the
    /// matching changes, without their other changes.
    func apply(to transactions: [NSPersistentHistoryTransaction]) throws -> [NSPersistentHistoryTransaction] {
        do {
            switch subject {
            case .transactions:
                return limited(try transactions.filter { try predicate.matches($0, nil) })
            case .changes:
                let matching = try transactions.lazy.flatMap { $0.changes ?? [] }.filter { try predicate.matches($0, nil) }
                return grouped(limited(matching), transactions)
            }
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    private func limited<T>(_ items: [T]) -> [T] {
        guard limit > 0 || offset > 0 else { return items }
        let rest = items.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }

    private func grouped(
        _ changes: [NSPersistentHistoryChange], _ transactions: [NSPersistentHistoryTransaction]
    ) -> [NSPersistentHistoryTransaction] {
        // By identity, since transactions of different stores can have the same number.
        let byTransaction = Dictionary(grouping: changes) { $0.transaction.map(ObjectIdentifier.init) }
        return transactions.compactMap { transaction in
            byTransaction[ObjectIdentifier(transaction)].map(transaction.with)
        }
    }
}

extension PredicateForm {
    /// The tokens that a `token` is required to be greater than.
    fileprivate var startTokens: [NSPersistentHistoryToken] {
        var tokens: [NSPersistentHistoryToken] = []
        func find(_ path: ExpressionForm, _ kinds: [Comparison.Kind], _ comparison: Comparison, _ value: ExpressionForm) {
            guard case .keyPath(let names) = path, names.last == "token", kinds.contains(comparison.kind),
                case .constant(.opaque(let value)) = value, let token = value.object as? NSPersistentHistoryToken
            else { return }
            tokens.append(token)
        }
        _ = contains({ _ in false }) { form in
            if case .comparison(let left, let comparison, let right) = form {
                find(left, [.greater, .greaterOrEqual], comparison, right)
                find(right, [.less, .lessOrEqual], comparison, left)
            }
            return false
        }
        return tokens
    }
}
