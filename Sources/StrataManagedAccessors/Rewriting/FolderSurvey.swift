/// A survey of what in an app's sources is not supported on Linux, for a person to read before the
/// first build.
///
/// Besides what the rewriter reports, it looks for modules and names that the compiler would
/// report one by one, or not at all.
struct FolderSurvey {
    private static let modules: [String: String] = [
        "UIKit": "Linux has no UIKit.", "AppKit": "Linux has no AppKit.", "Cocoa": "Linux has no AppKit.",
        "CoreLocation": "Linux has no location services.", "MapKit": "Linux has no MapKit.",
        "CloudKit": "Linux has no iCloud; stores are local.", "WidgetKit": "Linux has no widgets.",
        "AppIntents": "Linux has no intents.",
        "UserNotifications": "Linux has no notifications for users.", "CoreSpotlight": "Linux has no Spotlight.",
        "StoreKit": "Linux has no App Store.", "HealthKit": "Linux has no HealthKit.", "PhotosUI": "Linux has no photo library.",
        "Photos": "Linux has no photo library.", "AVFoundation": "Linux has no AVFoundation.", "AVKit": "Linux has no AVKit.",
        "Charts": "Strata has no charts.", "TipKit": "Strata has no tips.", "SpriteKit": "Linux has no SpriteKit.",
        "SceneKit": "Linux has no SceneKit.", "CryptoKit": "Use the package swift-crypto.", "WebKit": "Linux has no WebKit.",
        "SafariServices": "Linux has no Safari.", "MessageUI": "Linux has no mail composer.",
        "Security": "Linux has no keychain.",
        "LocalAuthentication": "Linux has no Face ID.", "CoreML": "Linux has no Core ML.", "Vision": "Linux has no Vision.",
        "CoreGraphics": "CGFloat, CGPoint, CGSize and CGRect are in Foundation; the rest is absent.",
        "QuartzCore": "Linux has no Core Animation.", "CoreImage": "Linux has no Core Image.",
        "ObjectiveC": "Linux has no Objective-C.",
        "WatchConnectivity": "Linux has no watch.", "WatchKit": "Linux has no watch.", "EventKit": "Linux has no calendar store.",
        "Contacts": "Linux has no address book.", "NaturalLanguage": "Linux has no NaturalLanguage.",
        "Speech": "Linux has no Speech.",
    ]

    private static let absent = "Strata does not have it."

    private static let names: [String: String] = [
        "NSPersistentCloudKitContainer": "It works like NSPersistentContainer; nothing is synchronized with iCloud.",
        "UIViewRepresentable": "Linux has no UIKit.",
        "UIViewControllerRepresentable": "Linux has no UIKit.",
        "NSViewRepresentable": "Linux has no AppKit.",
        "UIDevice": "Linux has no UIKit.", "UIScreen": "Linux has no UIKit.",
        "MeshGradient": absent, "GeometryEffect": absent, "ScrollPosition": absent, "HSplitView": absent, "VSplitView": absent,
        "CSSearchableItem": "Linux has no Spotlight.",
        "NSCoreDataCoreSpotlightDelegate": "Linux has no Spotlight.",
        "SecItemAdd": "Linux has no keychain.",
    ]

    let evaluator: ClauseEvaluator
    /// The module of the app.
    let module: String

    /// Returns what is not supported in a file, in the order of its lines.
    func problems(in source: SourceText) -> [Problem] {
        let active = evaluator.withoutInactiveClauses(source)
        let tokens = TokenList(active)
        let imports = Set(tokens.imports.map(\.index))
        var problems: [Problem] = []
        for index in tokens.indices {
            guard let word = tokens.word(at: index) else { continue }
            if imports.contains(index) {
                if let message = message(ofImport: word) { problems.append(problem(tokens, index, message)) }
            } else if let reason = Self.names[word] {
                problems.append(problem(tokens, index, "\(word): \(reason)"))
            }
        }
        return problems
    }

    /// Returns what is to be done about an import; nil for a module that Linux has.
    private func message(ofImport name: String) -> String? {
        if let reason = Self.modules[name], SourceRewriter.interfaceModules.contains(name) {
            return "import \(name): \(reason) The copy imports SwiftUI, which has UIColor, NSColor, UIImage and the delegates of "
                + "applications. Write other uses between '#if canImport(\(name))' and '#endif'."
        }
        if let reason = Self.modules[name] {
            return "import \(name): \(reason) Write it between '#if canImport(\(name))' and '#endif'."
        }
        guard name != module, !evaluator.configuration.canImport(name) else { return nil }
        return "import \(name): neither Swift nor Strata has this module on Linux. Add its package to the manifest, or write it "
            + "between '#if canImport(\(name))' and '#endif'."
    }

    private func problem(_ tokens: TokenList, _ index: Int, _ message: String) -> Problem {
        Problem(at: tokens.place(of: index), severity: .warning, message)
    }
}
