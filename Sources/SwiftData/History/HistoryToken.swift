/// A position in the history of a container's stores: everything up to it was read.
///
/// Keep one, and fetch the history after it later, in this process or another.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// The type of the token's value.
    associatedtype TokenType: Codable, Hashable, Sendable
    /// The value that the token consists of.
    var tokenValue: TokenType? { get }
}

/// A position in the history of a container's stores: for each store, the number of the last
/// transaction that was read.
///
/// A token is valid in every process and after every launch.
public struct DefaultHistoryToken: HistoryToken {
    /// The number of the last transaction that was read, by the identifier of the store.
    public typealias TokenType = [String: Int64]

    /// The store and the number of the transaction whose token this is; nil for a decoded token.
    private let own: (store: String, number: Int64)?
    /// The numbers of other stores, or all of a decoded token.
    private let others: [String: Int64]

    /// Creates the token of a transaction.
    ///
    /// - Parameter others: The last transactions of other stores that were read before it.
    init(store: String, number: Int64, others: [String: Int64]) {
        own = (store, number)
        self.others = others
    }

    /// Creates a token that is not one of a transaction.
    init(_ numbers: [String: Int64]) {
        own = nil
        others = numbers
    }

    /// The number of the last transaction that was read, by the identifier of the store.
    public var tokenValue: [String: Int64]? {
        guard let own else { return others }
        if others.isEmpty { return [own.store: own.number] }
        return others.merging([own.store: own.number]) { $1 }
    }

    /// The numbers of the token, which always has them.
    var numbers: [String: Int64] { tokenValue ?? [:] }

    /// A number that equal tokens of a process have in common.
    public var id: Int { hashValue }

    public static func == (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        if let left = lhs.own, let right = rhs.own, lhs.others.isEmpty, rhs.others.isEmpty { return left == right }
        return lhs.numbers == rhs.numbers
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

    /// Orders tokens as the history is read. A store that a token does not name counts as not read.
    ///
    /// Tokens of several stores can be less in one store and greater in another, if clocks differ.
    /// Then the token of a transaction is compared in that transaction's store, and two others by
    /// the stores' identifiers.
    public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        if let left = lhs.own, let right = rhs.own, left.store == right.store, left.number != right.number {
            return left.number < right.number
        }
        let (left, right) = (lhs.numbers, rhs.numbers)
        let different = Set(left.keys).union(right.keys).filter { left[$0] ?? 0 != right[$0] ?? 0 }
        guard let first = different.min() else { return false }
        var store = first
        switch (lhs.own?.store, rhs.own?.store) {
        case (let own?, nil), (nil, let own?): if different.contains(own) { store = own }
        default: break
        }
        return left[store] ?? 0 < right[store] ?? 0
    }

    private enum CodingKeys: CodingKey {
        case tokenValue
    }

    /// Decodes a token. Throws for a negative number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let numbers = try container.decode([String: Int64].self, forKey: .tokenValue)
        guard numbers.values.allSatisfy({ $0 >= 0 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .tokenValue, in: container, debugDescription: "A transaction has a negative number.")
        }
        self.init(numbers)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(numbers, forKey: .tokenValue)
    }
}
