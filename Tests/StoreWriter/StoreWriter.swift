import CoreData
import StrataTestSupport

/// A process that writes into a store, for tests that kill it or run several of them at once. It
/// reports its steps on standard output, one line for each that it begins or finishes.
@main
struct StoreWriter {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let mode = arguments.first else { fail("usage: StoreWriter mode path …") }
        let rest = Array(arguments.dropFirst())
        do {
            switch (mode, rest.count) {
            case ("ledger", 3): try keepLedger(rest[0], seed: UInt64(rest[1]) ?? 0, first: Int(rest[2]) ?? 1)
            case ("count", 4):
                let counting = try Counting(rest[0], name: Int(rest[1]) ?? 0)
                try counting.run(seconds: Int(rest[2]) ?? 1, seed: UInt64(rest[3]) ?? 0)
            case ("import", 3): try importNotes(rest[0], count: Int(rest[1]) ?? 0, times: Int(rest[2]) ?? 0)
            case ("series", 3): try writeSeries(rest[0], type: rest[1], first: Int(rest[2]) ?? 1)
            case ("migrate", 1): try migrate(rest[0])
            case ("open", 3): try open(rest[0], first: Int(rest[1]) ?? 0, count: Int(rest[2]) ?? 0)
            default: fail("StoreWriter does not know '\(arguments.joined(separator: " "))'.")
            }
        } catch {
            fail("\(error)")
        }
    }

    /// Performs random steps until the process is killed.
    private static func keepLedger(_ path: String, seed: UInt64, first: Int) throws {
        say("opening")
        let ledger = try Ledger(path)
        var state = try ledger.state()
        var random = SeededGenerator(seed: seed)
        for number in first... {
            let step = state.nextStep(number, &random)
            say("begin \(step)")
            try ledger.take(step)
            say("done \(step)")
            state.apply(step)
        }
    }

    /// Inserts `times` batches of `count` notes.
    private static func importNotes(_ path: String, count: Int, times: Int) throws {
        let ledger = try Ledger(path)
        for step in 0..<times {
            try ledger.take(.batchInsert(step: step, count: count))
            say("done \(step)")
        }
    }

    /// Adds documents to a series until the process is killed.
    private static func writeSeries(_ path: String, type: String, first: Int) throws {
        say("opening")
        let series = try DocumentSeries(path, type: type)
        for number in first... {
            say("begin \(number)")
            try series.add(number)
            say("done \(number)")
        }
    }

    /// Migrates a notebook, does what was deferred, and waits to be killed.
    private static func migrate(_ path: String) throws {
        say("opening")
        let notebook = try Notebook(path, version: 2, migrates: true, defers: true)
        say("opened")
        try notebook.container.persistentStoreCoordinator.finishDeferredLightweightMigration()
        say("finished")
        _ = readLine()
    }

    /// Opens a notebook when it is told to, and migrates it if no other process has done so. Then
    /// adds `count` notes, one by one, and prints what it reads when it is told to.
    private static func open(_ path: String, first: Int, count: Int) throws {
        say("ready")
        _ = readLine()
        let notebook = try Notebook(path, version: 2, migrates: true)
        say("opened")
        for number in first..<first + count { try notebook.add(number) }
        say("done")
        _ = readLine()
        say("read \(try notebook.content().line)")
    }

    /// Prints a line with a single write, which is atomic unless the line is too long for the pipe.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}
