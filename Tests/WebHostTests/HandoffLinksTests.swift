import Foundation
import StrataUserActivity
import Testing

@testable import StrataWebHost

/// The table of links that continue activities.
@MainActor
struct HandoffLinksTests {
    /// A clock that the test sets.
    @MainActor
    private final class Clock {
        var now = Date(timeIntervalSince1970: 1_000_000)
    }

    private let clock = Clock()
    private let links: HandoffLinks

    init() {
        let clock = clock
        links = HandoffLinks(lifetime: .seconds(600)) { clock.now }
    }

    private func record(_ title: String = "Tea", expiration: Date? = nil, isEligible: Bool = true) -> UserActivityRecord {
        let activity = NSUserActivity(activityType: "recipe")
        activity.title = title
        activity.expirationDate = expiration
        activity.isEligibleForHandoff = isEligible
        return UserActivityRecord(activity)
    }

    private func make(_ window: String = "window", owner: String? = nil) throws -> String {
        try #require(links.make(record(), of: nil, window: window, owner: owner))
    }

    @Test func `a link continues its activity once`() throws {
        let token = try make()
        #expect(token.count == 32)
        #expect(links.refusal(of: token, for: nil) == nil)
        #expect(links.refusal(of: token, for: nil) == nil)
        #expect(try links.redeem(token, for: nil).record == record())
        #expect(links.refusal(of: token, for: nil) == .used)
        #expect(throws: HandoffLinks.Refusal.used) { try links.redeem(token, for: nil) }
    }

    @Test func `a link expires after its lifetime`() throws {
        let token = try make()
        clock.now += 599
        #expect(links.refusal(of: token, for: nil) == nil)
        clock.now += 1
        #expect(links.refusal(of: token, for: nil) == .expired)
        #expect(throws: HandoffLinks.Refusal.expired) { try links.redeem(token, for: nil) }
    }

    @Test func `a link expires with its activity`() throws {
        let token = try #require(links.make(record(expiration: clock.now + 5), of: nil, window: "w", owner: nil))
        clock.now += 5
        #expect(links.refusal(of: token, for: nil) == .expired)
        #expect(links.make(record(expiration: clock.now), of: nil, window: "w", owner: nil) == nil)
    }

    @Test func `there is no link to an activity that is not eligible`() {
        #expect(links.make(record(isEligible: false), of: nil, window: "w", owner: nil) == nil)
        #expect(links.count == 0)
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 32), "../..", "💥"])
    func `a forged link is unknown`(token: String) throws {
        _ = try make()
        #expect(links.refusal(of: token, for: nil) == .unknown)
        #expect(throws: HandoffLinks.Refusal.unknown) { try links.redeem(token, for: nil) }
    }

    @Test func `a link belongs to its person`() throws {
        let token = try make(owner: "ann")
        #expect(links.refusal(of: token, for: "bob") == .foreign)
        #expect(links.refusal(of: token, for: nil) == .foreign)
        #expect(throws: HandoffLinks.Refusal.foreign) { try links.redeem(token, for: "bob") }
        #expect(try links.redeem(token, for: "ann").record == record())
        // Another person does not learn that the link was used.
        #expect(links.refusal(of: token, for: "bob") == .foreign)
    }

    @Test func `a window has four valid links`() throws {
        let other = try make("other")
        let tokens = try (0..<5).map { _ in try make() }
        #expect(links.refusal(of: tokens[0], for: nil) == .expired)
        for token in tokens.dropFirst() + [other] { #expect(links.refusal(of: token, for: nil) == nil) }
        _ = try links.redeem(tokens[1], for: nil)
        _ = try make()
        #expect(links.refusal(of: tokens[2], for: nil) == nil)
    }

    @Test func `the oldest links are forgotten`() throws {
        let first = try make("first")
        let second = try make("second")
        for number in 2...HandoffLinks.most { _ = try make("window \(number)") }
        #expect(links.count == HandoffLinks.most)
        #expect(links.refusal(of: first, for: nil) == .unknown)
        #expect(links.refusal(of: second, for: nil) == nil)
    }

    @Test func `a window that makes many links displaces none of other windows`() throws {
        let other = try make("other")
        let first = try make()
        for _ in 1...HandoffLinks.most { _ = try make() }
        #expect(links.count == HandoffLinks.mostOfWindow + HandoffLinks.mostEndedOfWindow + 1)
        #expect(links.refusal(of: first, for: nil) == .unknown)
        #expect(links.refusal(of: other, for: nil) == nil)
    }

    @Test func `refusals are counted`() {
        for _ in 1...5 { links.refuse(.unknown, from: nil) }
        #expect(links.refusals == 5)
    }

    @Test(arguments: HandoffLinks.Refusal.allCases)
    func `the page of a refused link says why, and what to do`(refusal: HandoffLinks.Refusal) {
        let html = HandoffPage.html(refusal)
        #expect(html.contains("<h1>This link "))
        // Of another person, a new link would be refused, too.
        let advice = refusal == .foreign ? "sign in as that person" : "choose “Continue on Another Device” again"
        #expect(html.contains("To continue here, \(advice)"))
        #expect(html.contains(#"<a href="./">Open the app</a>"#))
    }
}
