import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct EnvironmentOfUserTests {
    private struct Page: View {
        @Environment(\.accessibilityInvertColors) private var invertsColors
        @Environment(\.controlActiveState) private var activity
        @Environment(\.appearsActive) private var appearsActive
        @Environment(\.sizeCategory) private var category

        var body: some View { Text("\(invertsColors) \(activity) \(appearsActive) \(category)") }
    }

    @Test func `a report of the host says whether colors are inverted, and the window is active`() {
        let screen = Screen(Page())
        #expect(screen.texts == ["false inactive false large"])
        screen.send(SurroundingsEvent(invertsColors: true), to: screen.item(0))
        #expect(screen.texts == ["true key true large"])
        screen.send(SurroundingsEvent(isVisible: false), to: screen.item(0))
        #expect(screen.texts == ["false inactive false large"])
    }

    @Test func `the category of the size of text follows the size`() {
        #expect(Screen(Page().dynamicTypeSize(.accessibility2)).texts == ["false inactive false accessibilityLarge"])
        #expect(Screen(Page().environment(\.sizeCategory, .small)).texts == ["false inactive false small"])
    }

    @Test func `a size and its category convert into each other`() {
        for size in DynamicTypeSize.allCases {
            let category = ContentSizeCategory(size)
            #expect(category?.isAccessibilityCategory == size.isAccessibilitySize)
            #expect(category.flatMap(DynamicTypeSize.init) == size)
        }
    }

    @Test func `an app can set the activity`() {
        let screen = Screen(Page().environment(\.appearsActive, true).environment(\.controlActiveState, .active))
        #expect(screen.texts == ["false active true large"])
    }

    /// Values that a browser does not tell.
    private struct Untold: View {
        @Environment(\.legibilityWeight) private var weight
        @Environment(\.accessibilityDifferentiateWithoutColor) private var differentiates
        @Environment(\.accessibilityVoiceOverEnabled) private var voiceOver

        var body: some View { Text("\(weight == .regular) \(differentiates) \(voiceOver)") }
    }

    @Test func `values that a browser does not tell have their usual value`() {
        #expect(Screen(Untold()).texts == ["true false false"])
    }
}
