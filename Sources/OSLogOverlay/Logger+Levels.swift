import Logging

extension Logger {
    /// Logs a message at the level trace.
    public func trace(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.trace, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level debug.
    public func debug(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.debug, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level info.
    public func info(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.info, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level notice, which is the default.
    public func notice(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.notice, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level warning.
    public func warning(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.warning, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level error.
    public func error(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.error, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level critical.
    public func critical(
        _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        log.write(.critical, { message().text }, at: Place(file: file, function: function, line: line))
    }

    /// Logs a message at the level critical: a fault is a mistake in the program.
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

    /// Logs a message at the level of a type.
    public func log(
        level: OSLogType, _ message: @autoclosure () -> OSLogMessage, file: String = #fileID, function: String = #function,
        line: UInt = #line
    ) {
        log.write(level.level, { message().text }, at: Place(file: file, function: function, line: line))
    }
}
