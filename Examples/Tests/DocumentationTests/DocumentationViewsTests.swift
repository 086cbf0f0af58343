import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// The examples of `docs/` that are views, in windows.
@MainActor
struct DocumentationViewsTests {
    private let products = [Product(id: UUID(), name: "Fern"), Product(id: UUID(), name: "Aloe")]

    @Test func `a shop continues the activity of the product that another one shows`() throws {
        let first = TestWindow(Shop.showing(products))
        #expect(first.texts.contains("No product"))
        #expect(first.userActivity == nil)
        try first.find(.row, "Aloe").select()
        #expect(first.texts.filter { $0 == "Aloe" }.count == 2)
        let activity = try #require(first.userActivity)
        #expect(activity.title == "Aloe")
        #expect(activity.targetContentIdentifier == products[1].id.uuidString)
        let second = TestWindow(Shop.showing(products))
        #expect(second.continueUserActivity(activity))
        #expect(!second.texts.contains("No product"))
        #expect(second.texts.filter { $0 == "Aloe" }.count == 2)
    }

    @Test func `a page has the activity of its product`() throws {
        let window = TestWindow(ProductPage(product: products[0]))
        #expect(window.texts == ["Fern"])
        let activity = try #require(window.userActivity)
        #expect(activity.title == "Fern")
        #expect(activity.isEligibleForSearch)
        #expect(try activity.typedPayload(Product.self).id == products[0].id)
    }

    /// Runs a test with defaults of its own.
    private func withDefaults(_ body: (UserDefaults) throws -> Void) throws {
        let name = "strata.documentation.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        try body(defaults)
    }

    @Test func `a setting shows and hides the depth`() throws {
        try withDefaults { defaults in
            let window = TestWindow(DepthView().defaultAppStorage(defaults))
            #expect(window.texts.contains("The depth is in kilometers."))
            defaults.set("miles", forKey: "unit")
            #expect(window.texts.contains("The depth is in miles."))
            try window.find(.toggle, "Show the depth").tap()
            #expect(!window.texts.contains("The depth is in miles."))
            #expect(defaults.object(forKey: "showsDepth") as? Bool == false)
        }
    }

    @Test func `two windows show one setting`() throws {
        try withDefaults { defaults in
            let first = TestWindow(SettingsList().defaultAppStorage(defaults))
            let second = TestWindow(SettingsList().defaultAppStorage(defaults))
            try first.find(.textField, "Color").type("green")
            #expect(defaults.string(forKey: "color") == "green")
            #expect(try second.find(.textField, "Color").value == "green")
        }
    }
}
