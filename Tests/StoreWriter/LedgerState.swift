/// The content of a ledger in plain values: of a store, or the expected content.
struct LedgerState: Equatable {
    struct Account: Equatable {
        var balance: Int
        var labels: Set<Int> = []
    }

    struct Transfer: Equatable {
        /// The source account, or nil if it was closed.
        var source: Int?
        var target: Int?
        let amount: Int
    }

    /// The notes that one batch insert created.
    struct Batch: Equatable {
        let count: Int
        var mark = 0
    }

    /// A document, described by its content.
    struct Document: Equatable {
        let edition: Int
        let bytes: Int
    }

    var accounts: [Int: Account] = [:]
    var transfers: [Int: Transfer] = [:]
    var labels = 0
    var batches: [Int: Batch] = [:]
    var documents: [Int: Document] = [:]

    var isEmpty: Bool { self == LedgerState() }
    var total: Int { accounts.values.reduce(0) { $0 + $1.balance } }

    mutating func apply(_ step: LedgerStep) {
        switch step {
        case .found(let accounts, let labels):
            for number in 0..<accounts { self.accounts[number] = Account(balance: 100) }
            self.labels = labels
        case .transfer(let movements):
            for movement in movements {
                accounts[movement.source]?.balance -= movement.amount
                accounts[movement.target]?.balance += movement.amount
                transfers[movement.number] = Transfer(source: movement.source, target: movement.target, amount: movement.amount)
            }
        case .open(let number, let source):
            let amount = (accounts[source]?.balance ?? 0) / 2
            accounts[source]?.balance -= amount
            accounts[number] = Account(balance: amount)
        case .close(let number, let target):
            let amount = accounts[number]?.balance ?? 0
            accounts[target]?.balance += amount
            accounts[number] = nil
            for (key, transfer) in transfers {
                if transfer.source == number { transfers[key]?.source = nil }
                if transfer.target == number { transfers[key]?.target = nil }
            }
        case .label(let account, let labels): accounts[account]?.labels = Set(labels)
        case .forget(let numbers): for number in numbers { transfers[number] = nil }
        case .file(let documents):
            for document in documents {
                self.documents[document.number] = Document(edition: document.number, bytes: document.bytes)
            }
        case .rewrite(let document, let edition):
            documents[document.number] = Document(edition: edition, bytes: document.bytes)
        case .shred(let numbers): for number in numbers { documents[number] = nil }
        case .batchInsert(let step, let count): batches[step] = Batch(count: count)
        case .batchMark(let step, let mark): batches[step]?.mark = mark
        case .batchDelete(let step): batches[step] = nil
        }
    }

    /// Returns a step that is possible in this state. No earlier step may have the same `number`.
    func nextStep<R: RandomNumberGenerator>(_ number: Int, _ random: inout R) -> LedgerStep {
        func any(_ numbers: some Collection<Int>) -> Int { numbers.sorted().randomElement(using: &random) ?? 0 }
        // Sizes that are stored in the row, and sizes that are stored in an external file.
        func bytes() -> Int { .random(in: Bool.random(using: &random) ? 20...2_000 : 140_000...400_000, using: &random) }
        if isEmpty { return .found(accounts: 8, labels: 5) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .open(number: number, from: any(accounts.keys))
        case 1 where accounts.count > 3:
            let closed = any(accounts.keys)
            return .close(number: closed, to: any(accounts.keys.filter { $0 != closed }))
        case 2, 3: return .label(account: any(accounts.keys), labels: (0..<labels).filter { _ in .random(using: &random) })
        case 4 where transfers.count > 20: return .forget(Array(transfers.keys.sorted().prefix(15)))
        case 5,
            6 where batches.count < 6:
            // A large batch fills the write-ahead log, which triggers a checkpoint.
            let count = Int.random(in: 0..<8, using: &random) == 0 ? 8_000 : Int.random(in: 1..<600, using: &random)
            return .batchInsert(step: number, count: count)
        case 7 where !batches.isEmpty: return .batchMark(step: any(batches.keys), mark: number)
        case 8 where !batches.isEmpty: return .batchDelete(step: any(batches.keys))
        case 9 where documents.count < 12:
            return .file(
                (0..<Int.random(in: 1...3, using: &random)).map { LedgerStep.Document(number: number * 10 + $0, bytes: bytes()) })
        case 10 where !documents.isEmpty:
            return .rewrite(LedgerStep.Document(number: any(documents.keys), bytes: bytes()), edition: number)
        case 11 where documents.count > 4: return .shred(Array(documents.keys.sorted().prefix(2)))
        default:
            return .transfer(
                (0..<Int.random(in: 1...4, using: &random)).map { index in
                    let source = any(accounts.keys)
                    return LedgerStep.Movement(
                        number: number * 10 + index, source: source, target: any(accounts.keys.filter { $0 != source }),
                        amount: .random(in: 1...9, using: &random))
                })
        }
    }
}
