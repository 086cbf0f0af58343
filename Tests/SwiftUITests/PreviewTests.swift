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
        Greeting(name: "Bob").previewDevice("iPhone 16").previewInterfaceOrientation(.landscapeLeft)
    }
}

#Preview {
    Greeting(name: PreviewTests.neverMade())
}

#Preview("Two") {
    Greeting(name: "Ada")
    Greeting(name: PreviewTests.neverMade())
}

private struct SampleData: PreviewModifier {
    static func makeSharedContext() async throws -> Int { 3 }

    func body(content: Content, context: Int) -> some View { content.environment(\.lineLimit, context) }
}

extension PreviewTrait where T == Preview.ViewTraits {
    @MainActor fileprivate static var sampleData: Self { .modifier(SampleData()) }
}

#Preview("Traits", traits: .sizeThatFitsLayout) {
    Greeting(name: PreviewTests.neverMade())
}

#Preview(traits: .sampleData, .landscapeLeft, .fixedLayout(width: 300, height: 100)) {
    Greeting(name: PreviewTests.neverMade())
}

#Preview {
    @Previewable @State var isOn = true
    @Previewable @FocusState var isFocused: Bool
    Toggle(PreviewTests.neverMade(), isOn: $isOn).focused($isFocused)
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
