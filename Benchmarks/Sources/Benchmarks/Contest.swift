import Foundation

/// Lets contestants do the same work by turns, and prints a line for each peer.
///
/// Turns, because a machine that is slow for a while is then slow for all of them.
struct Contest {
    /// A way to do the work: gives the time it took, without what had to be set up first.
    struct Contestant {
        let name: String
        let run: () throws -> Duration
    }

    /// For a profiler: `BENCH_ALONE=1` leaves the peers out, `BENCH_ROUNDS` says how many turns there are.
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
        if Self.isAlone, let our = medians[ours.name] { print("BENCH \(row) ours=\(our.inMilliseconds)") }
        for peer in peers {
            guard let our = medians[ours.name], let their = medians[peer.name] else { continue }
            let ratio = our / their < 0.1 ? String(format: "%.5f", our / their) : String(format: "%.2f", our / their)
            print("BENCH \(row) ours=\(our.inMilliseconds) peer=\(peer.name):\(their.inMilliseconds) ratio=\(ratio)")
        }
    }
}

extension Contest.Contestant {
    /// Times `work`, whose result must be `expected`.
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

/// A contestant's result is not what it had to be; its time means nothing.
struct WrongResult: Error, CustomStringConvertible {
    let description: String
}
