import Testing

@testable import Earthquakes
