import SwiftUI
import Testing

private struct Greeting: View {
    let name: String

    var body: some View { Text("Hello, \(name)") }
}

private struct Greeting_Previews: PreviewProvider {
    static let platform: PreviewPlatform? = .iOS
    static var previews: some View {
        Greeting(name: "Ada").previewDisplayName("Ada").previewLayout(.sizeThatFits)
        Greeting(name: "Bob").previewDevice("iPhone 16")
    }
}

#Preview {
    Greeting(name: PreviewTests.neverMade())
}

#Preview("Two") {
    Greeting(name: "Ada")
    Greeting(name: PreviewTests.neverMade())
}

@MainActor
struct PreviewTests {
    nonisolated static func neverMade() -> String {
        Issue.record("A preview was made.")
        return ""
    }

    @Test func `the previews of a provider are views`() {
        #expect(Shown(Greeting_Previews.previews).texts == ["Hello, Ada", "Hello, Bob"])
        #expect(Greeting_Previews.platform == .iOS)
    }
}
