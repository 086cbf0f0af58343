/// The limits of an app's windows: their number, the time that one exists without a connection, and
/// the size of uploads.
public struct WindowLimits: Sendable {
    /// The maximum number of open windows. A browser that asks for another one is told to come back
    /// later.
    public var maxWindows: Int

    /// The maximum number of open windows of one client address. Behind a reverse proxy on this
    /// machine, the address is the last one in `X-Forwarded-For`. The addresses of one IPv6 network of
    /// 64 bits count together.
    ///
    /// In a server of your own, the context of requests tells the address if it conforms to
    /// Hummingbird's `RemoteAddressRequestContext`. Otherwise this limit does not apply.
    public var maxWindowsPerAddress: Int

    /// The time that a window waits for a tab that lost its connection. Then the window closes, and
    /// the tab gets a new one when it comes back.
    public var idleTimeout: Duration

    /// The maximum size of a file that the user uploads in a file importer, in bytes.
    public var maxFileSize: Int

    /// The time for which a scene is kept after a tab has last shown it. Then its values of
    /// `@SceneStorage` are forgotten.
    public var sceneLifetime: Duration

    /// The time for which a link that continues an activity on another device is valid.
    public var handoffLifetime: Duration

    /// The maximum size of the files that a window has received and that the app has not removed,
    /// together, in bytes.
    var maxReceivedSize: Int {
        let (size, overflows) = maxFileSize.multipliedReportingOverflow(by: 10)
        return overflows ? .max : max(size, 1_000_000_000)
    }

    /// Creates limits.
    public init(
        maxWindows: Int = 10_000, maxWindowsPerAddress: Int = 1_000, idleTimeout: Duration = .seconds(60),
        maxFileSize: Int = 100_000_000, sceneLifetime: Duration = .seconds(30 * 86_400),
        handoffLifetime: Duration = .seconds(600)
    ) {
        self.handoffLifetime = handoffLifetime
        self.sceneLifetime = sceneLifetime
        self.maxFileSize = maxFileSize
        self.maxWindows = maxWindows
        self.maxWindowsPerAddress = maxWindowsPerAddress
        self.idleTimeout = idleTimeout
    }
}
