internal import GRDB

// A connection keeps the pages that it has read until it sees that another one has changed the file.
// When a damaged file is overwritten with its old content, nothing shows that: the change counter or
// the log is as before, so the connection would use the damaged pages, and a schema that it read
// from them, until it is closed. So it discards its pages after each error that such pages cause.
// SQLite then reads the first page again, and with it the version of the schema.

extension DatabaseError {
    /// Whether pages that were read from a damaged file may be the cause.
    var mayRemainInCaches: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR: true
        default: isMissingName
        }
    }

    /// Whether a table or column does not exist. The store's own exist in a file that is whole.
    var isMissingName: Bool {
        guard resultCode == .SQLITE_ERROR, let message else { return false }
        return message.hasPrefix("no such table") || message.hasPrefix("no such column")
    }
}

extension Database {
    /// Runs `body`, which begins and ends a transaction. If it throws because of damaged pages,
    /// discards all pages that this connection has read.
    func discardingWrongPages<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError where error.mayRemainInCaches {
            releaseMemory()
            throw error
        }
    }
}
