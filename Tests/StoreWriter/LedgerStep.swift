/// An atomic change of a ledger, made by one save or batch request.
enum LedgerStep: Equatable, CustomStringConvertible {
    /// Creates accounts with a balance of 100 each, and labels.
    case found(accounts: Int, labels: Int)
    /// Moves money, several times in one save. Balances, transfers and their relationships change
    /// together.
    case transfer([Movement])
    /// Opens an account with half the balance of another one.
    case open(number: Int, from: Int)
    /// Closes an account and moves its balance to another one. Its transfers stay.
    case close(number: Int, to: Int)
    /// Replaces the labels of an account with these.
    case label(account: Int, labels: [Int])
    /// Deletes transfers.
    case forget([Int])
    /// Inserts documents with contents of the given sizes, several in one save.
    case file([Document])
    /// Replaces the content of a document.
    case rewrite(Document, edition: Int)
    /// Deletes documents.
    case shred([Int])
    case batchInsert(step: Int, count: Int)
    case batchMark(step: Int, mark: Int)
    case batchDelete(step: Int)

    struct Movement: Equatable {
        let number: Int
        let source: Int
        let target: Int
        let amount: Int
    }

    struct Document: Equatable {
        let number: Int
        let bytes: Int
    }

    /// Whether the step writes or removes external files, if the contents are large.
    var isAboutFiles: Bool {
        switch self {
        case .file, .rewrite, .shred: true
        default: false
        }
    }

    /// One line of text, which `init(_:)` parses.
    var description: String {
        func line(_ name: String, _ numbers: [Int]) -> String { ([name] + numbers.map(String.init)).joined(separator: " ") }
        return switch self {
        case .found(let accounts, let labels): line("found", [accounts, labels])
        case .transfer(let movements): line("transfer", movements.flatMap { [$0.number, $0.source, $0.target, $0.amount] })
        case .open(let number, let source): line("open", [number, source])
        case .close(let number, let target): line("close", [number, target])
        case .label(let account, let labels): line("label", [account] + labels)
        case .forget(let transfers): line("forget", transfers)
        case .file(let documents): line("file", documents.flatMap { [$0.number, $0.bytes] })
        case .rewrite(let document, let edition): line("rewrite", [document.number, document.bytes, edition])
        case .shred(let documents): line("shred", documents)
        case .batchInsert(let step, let count): line("batchInsert", [step, count])
        case .batchMark(let step, let mark): line("batchMark", [step, mark])
        case .batchDelete(let step): line("batchDelete", [step])
        }
    }

    /// Returns nil for a truncated line.
    init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard let name = words.first, numbers.count == words.count - 1 else { return nil }
        switch (name, numbers.count) {
        case ("found", 2): self = .found(accounts: numbers[0], labels: numbers[1])
        case ("transfer", let count) where count > 0 && count % 4 == 0:
            self = .transfer(
                stride(from: 0, to: count, by: 4).map { start in
                    Movement(
                        number: numbers[start], source: numbers[start + 1], target: numbers[start + 2], amount: numbers[start + 3]
                    )
                })
        case ("open", 2): self = .open(number: numbers[0], from: numbers[1])
        case ("close", 2): self = .close(number: numbers[0], to: numbers[1])
        case ("label", 1...): self = .label(account: numbers[0], labels: Array(numbers.dropFirst()))
        case ("forget", 1...): self = .forget(numbers)
        case ("file", let count) where count > 0 && count % 2 == 0:
            self = .file(stride(from: 0, to: count, by: 2).map { Document(number: numbers[$0], bytes: numbers[$0 + 1]) })
        case ("rewrite", 3): self = .rewrite(Document(number: numbers[0], bytes: numbers[1]), edition: numbers[2])
        case ("shred", _): self = .shred(numbers)
        case ("batchInsert", 2): self = .batchInsert(step: numbers[0], count: numbers[1])
        case ("batchMark", 2): self = .batchMark(step: numbers[0], mark: numbers[1])
        case ("batchDelete", 1): self = .batchDelete(step: numbers[0])
        default: return nil
        }
    }
}
