import CoreData

/// A store that contains a ledger, and a context to work on it.
struct Ledger {
    let container: NSPersistentContainer
    let context: NSManagedObjectContext

    init(_ path: String) throws {
        self.init(try NSPersistentContainer.ledger(path))
    }

    /// Creates another context for the same store.
    init(sharing other: Ledger) {
        self.init(other.container)
    }

    private init(_ container: NSPersistentContainer) {
        self.container = container
        context = container.newBackgroundContext()
        context.transactionAuthor = "writer"
    }

    // MARK: Reading

    /// Returns the whole state of the ledger, read without the row cache.
    func state() throws -> LedgerState {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            var state = LedgerState()
            for account in try all("Account", context) {
                let labels = (account.value(forKey: "labels") as? NSSet)?.allObjects ?? []
                state.accounts[number(account)] = LedgerState.Account(
                    balance: number(account, "balance"),
                    labels: Set(labels.compactMap { ($0 as? NSManagedObject).map { number($0) } }))
            }
            for transfer in try all("Transfer", context) {
                func account(_ key: String) -> Int? { (transfer.value(forKey: key) as? NSManagedObject).map { number($0) } }
                state.transfers[number(transfer)] = LedgerState.Transfer(
                    source: account("source"), target: account("target"), amount: number(transfer, "amount"))
            }
            for document in try all("Document", context) {
                state.documents[number(document)] = Self.document(document.value(forKey: "content") as? Data)
            }
            state.labels = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Label"))
            // An incomplete batch would appear as two groups of one step, or as a group with too
            // few rows.
            for (step, mark, count) in try groups(context) {
                state.batches[step * (state.batches[step] == nil ? 1 : -1)] = .init(count: count, mark: mark)
            }
            return state
        }
    }

    /// Returns the state of a document by its content. Its edition is -1 if the content is missing
    /// or incomplete.
    private static func document(_ content: Data?) -> LedgerState.Document {
        let start = content?.prefix(20).prefix { $0 != UInt8(ascii: ",") } ?? Data()
        let edition = Int(String(decoding: start, as: UTF8.self)).flatMap {
            Self.content(edition: $0, bytes: content?.count ?? 0) == content ? $0 : nil
        }
        return LedgerState.Document(edition: edition ?? -1, bytes: content?.count ?? 0)
    }

    /// Returns the edition's number, repeated so that every byte of the content can be checked.
    static func content(edition: Int, bytes: Int) -> Data {
        var content = Data("\(edition),".utf8)
        while content.count < bytes { content += content }
        return content.prefix(bytes)
    }

    private func groups(_ context: NSManagedObjectContext) throws -> [(step: Int, mark: Int, count: Int)] {
        let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        let count = NSExpressionDescription()
        count.name = "count"
        count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "step")])
        count.expressionResultType = .integer64AttributeType
        request.propertiesToFetch = ["step", "mark", count]
        request.propertiesToGroupBy = ["step", "mark"]
        return try context.fetch(request).map { row in
            func number(_ key: String) -> Int { (row[key] as? NSNumber)?.intValue ?? -1 }
            return (number("step"), number("mark"), number("count"))
        }
    }

    private func all(_ entity: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
    }

    private func number(_ object: NSManagedObject, _ key: String = "number") -> Int { object.value(forKey: key) as? Int ?? -1 }

    // MARK: Writing

    /// Performs a step, in one save or batch request.
    func take(_ step: LedgerStep) throws {
        let context = context
        try context.performAndWait {
            switch step {
            case .batchInsert(let number, let count):
                var left = count
                try context.execute(
                    NSBatchInsertRequest(entityName: "Note") { (row: NSMutableDictionary) in
                        if left == 0 { return true }
                        left -= 1
                        row["step"] = number
                        return false
                    })
            case .batchMark(let number, let mark):
                let request = NSBatchUpdateRequest(entityName: "Note")
                request.predicate = NSPredicate(format: "step == %lld", Int64(number))
                request.propertiesToUpdate = ["mark": mark]
                try context.execute(request)
            case .batchDelete(let number):
                let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
                fetch.predicate = NSPredicate(format: "step == %lld", Int64(number))
                try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
            default:
                try change(step, context)
                try context.save()
            }
        }
    }

    private func change(_ step: LedgerStep, _ context: NSManagedObjectContext) throws {
        func insert(_ entity: String, _ number: Int) -> NSManagedObject {
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            object.setValue(number, forKey: "number")
            return object
        }
        func find(_ entity: String, _ wanted: Int) throws -> NSManagedObject? {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: "number == %lld", Int64(wanted))
            return try context.fetch(request).first
        }
        func add(_ amount: Int, to account: NSManagedObject?) {
            if let account { account.setValue(number(account, "balance") + amount, forKey: "balance") }
        }
        switch step {
        case .found(let accounts, let labels):
            for number in 0..<accounts { insert("Account", number).setValue(100, forKey: "balance") }
            for number in 0..<labels { _ = insert("Label", number) }
        case .transfer(let movements):
            for movement in movements {
                let (source, target) = (try find("Account", movement.source), try find("Account", movement.target))
                add(-movement.amount, to: source)
                add(movement.amount, to: target)
                let transfer = insert("Transfer", movement.number)
                transfer.setValue(movement.amount, forKey: "amount")
                transfer.setValue(source, forKey: "source")
                transfer.setValue(target, forKey: "target")
            }
        case .open(let newNumber, let source):
            let source = try find("Account", source)
            let amount = source.map { number($0, "balance") / 2 } ?? 0
            add(-amount, to: source)
            insert("Account", newNumber).setValue(amount, forKey: "balance")
        case .close(let closed, let target):
            guard let account = try find("Account", closed) else { return }
            add(number(account, "balance"), to: try find("Account", target))
            context.delete(account)
        case .label(let account, let labels):
            let objects = try labels.compactMap { try find("Label", $0) }
            try find("Account", account)?.setValue(NSSet(array: objects), forKey: "labels")
        case .forget(let numbers):
            for number in numbers { try find("Transfer", number).map(context.delete) }
        case .file(let documents):
            for document in documents {
                insert("Document", document.number)
                    .setValue(Self.content(edition: document.number, bytes: document.bytes), forKey: "content")
            }
        case .rewrite(let document, let edition):
            try find("Document", document.number)?
                .setValue(Self.content(edition: edition, bytes: document.bytes), forKey: "content")
        case .shred(let numbers): for number in numbers { try find("Document", number).map(context.delete) }
        case .batchInsert, .batchMark, .batchDelete: break
        }
    }
}
