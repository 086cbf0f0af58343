import Testing

@testable import WebHost
