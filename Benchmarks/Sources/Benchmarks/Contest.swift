import Foundation

/// Measures Strata beside its peers: contestants that do the same work in the same process.
///
/// In each round every contestant runs once, one after the other, so that a machine that is slow
/// for a while is slow for all of them. The result of a contestant is the median of its rounds. For
/// each peer, one line is printed with both medians and their ratio; below 1, Strata is faster:
///
///     BENCH batch-insert-200k ours=906.0ms peer=sqlite-c:635.0ms ratio=1.43
///
/// A contestant that computes a wrong result throws, since its time would mean nothing.
struct Contest {
    /// One way to do the work.
    struct Contestant {
        let name: String
        /// Does the work and returns its duration, without the setup.
        let run: () throws -> Duration
    }

    /// For profiling: `BENCH_ALONE=1` omits the peers, and `BENCH_ROUNDS` sets the number of
    /// rounds.
    private static let isAlone = ProcessInfo.processInfo.environment["BENCH_ALONE"] != nil
    private static let rounds = ProcessInfo.processInfo.environment["BENCH_ROUNDS"].flatMap(Int.init)

    let row: String
    let ours: Contestant
    let peers: [Contestant]
    var rounds = 5

    func run() throws {
        var times: [String: [Duration]] = [:]
        for _ in 0..<(Self.rounds ?? rounds) {
            for contestant in [ours] + (Self.isAlone ? [] : peers) {
                times[contestant.name, default: []].append(try contestant.run())
            }
        }
        let medians = times.mapValues { $0.sorted()[$0.count / 2] }
        if Self.isAlone, let our = medians[ours.name] { Self.write("BENCH \(row) ours=\(our.inMilliseconds)") }
        for peer in peers {
            guard let our = medians[ours.name], let their = medians[peer.name] else { continue }
            let ratio = our / their < 0.1 ? String(format: "%.5f", our / their) : String(format: "%.2f", our / their)
            Self.write("BENCH \(row) ours=\(our.inMilliseconds) peer=\(peer.name):\(their.inMilliseconds) ratio=\(ratio)")
        }
    }
}

extension Contest {
    /// Prints a line at once, also into a file or a pipe: a run takes minutes.
    private static func write(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Prints a line for a quantity that is not a time of rounds, such as a number of bytes.
    static func report(_ row: String, _ quantity: String, ours: Int, peer: String, _ theirs: Int, unit: String) {
        let ratio = String(format: "%.2f", Double(ours) / Double(theirs))
        Self.write("BENCH \(row) \(quantity) ours=\(ours)\(unit) peer=\(peer):\(theirs)\(unit) ratio=\(ratio)")
    }
}

extension Contest.Contestant {
    /// Creates a contestant that times `work`, whose result must be `expected`.
    init<Result: Equatable>(_ name: String, expecting expected: Result, _ work: @escaping () throws -> Result) {
        self.init(name: name) {
            var result: Result?
            let duration = try Stopwatch.measure { result = try work() }
            guard result == expected else {
                throw WrongResult(description: "\(name) found \(result as Any) instead of \(expected)")
            }
            return duration
        }
    }
}

extension Duration {
    /// Such as "12.3ms" or "0.123ms".
    fileprivate var inMilliseconds: String {
        let milliseconds = self / .milliseconds(1)
        return String(format: milliseconds < 1 ? "%.3fms" : "%.1fms", milliseconds)
    }
}

/// An unexpected result of a contestant, or a failure of a peer.
struct WrongResult: Error, CustomStringConvertible {
    let description: String
}
