internal import StrataTraps

/// Writes lines to standard error, in the format of Apple's log: errors and warnings that cannot be
/// thrown, and the SQL log (`SQLDebug`).
enum CoreDataLog {
    static func error(_ sentence: String) { write("CoreData: error: \(sentence)\n") }

    static func warning(_ sentence: String) { write("CoreData: warning: \(sentence)\n") }

    /// Logs an SQL statement; see `SQLDebug`.
    static func sql(_ text: String) { write("CoreData: sql: \(text)\n") }

    static func annotation(_ text: String) { write("CoreData: annotation: \(text)\n") }

    static func details(_ text: String) { write("CoreData: details: \(text)\n") }

    private static func write(_ line: String) { StandardStream.error.write(line) }
}
