/// Logs a message with a format string and its arguments.
///
/// The format is that of `printf`. `%@` takes any value, and `{public}` or `{private}` after the
/// percent sign sets a value's privacy. Strings and objects are private by default.
public func os_log(
    _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ args: Any...,
    file: String = #fileID, function: String = #function, line: UInt = #line
) {
    log.write(type.level, { MessageFormat(message).text(args) }, at: Place(file: file, function: function, line: line))
}

/// Logs a message with a format string and its arguments, as `os_log(_:log:type:_:)` does, with the
/// type as the first argument.
public func os_log(
    _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ args: Any...,
    file: String = #fileID, function: String = #function, line: UInt = #line
) {
    log.write(type.level, { MessageFormat(message).text(args) }, at: Place(file: file, function: function, line: line))
}

/// Logs a message with interpolated values.
@_disfavoredOverload
public func os_log(
    _ message: @autoclosure () -> OSLogMessage, log: OSLog = .default, type: OSLogType = .default,
    file: String = #fileID, function: String = #function, line: UInt = #line
) {
    log.write(type.level, { message().text }, at: Place(file: file, function: function, line: line))
}

/// Logs a message with interpolated values, with the type as the first argument.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, log: OSLog = .default, _ message: @autoclosure () -> OSLogMessage,
    file: String = #fileID, function: String = #function, line: UInt = #line
) {
    log.write(type.level, { message().text }, at: Place(file: file, function: function, line: line))
}
