import Logging

extension OSLogType {
    /// The level of swift-log that messages of this type are written at.
    var level: Logging.Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .error: .error
        case .fault: .critical
        default: .notice
        }
    }
}
