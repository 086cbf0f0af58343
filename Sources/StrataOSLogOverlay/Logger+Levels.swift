import Logging

extension Logger {
    /// Logs a message at the trace level, for details that only debugging needs.
    public func trace(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.trace, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the debug level.
    public func debug(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.debug, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the info level.
    public func info(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.info, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the notice level, the default.
    public func notice(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.notice, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the warning level.
    public func warning(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.warning, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the error level.
    public func error(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.error, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the critical level.
    public func critical(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.critical, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a fault, a mistake in the program, at the critical level.
    public func fault(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.critical, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the default level, notice.
    public func log(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.notice, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level of a log type.
    public func log(
        level: OSLogType, _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function,
        line: UInt = #line
    ) {
        log.write(level.level, { message().text }, at: Place(file: file, function: function, line: line))
    }
}
