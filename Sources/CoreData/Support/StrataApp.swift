public import Foundation
internal import StrataArchives
internal import Synchronization

/// The main bundle and the names of classes as they are on Apple's platforms, for an app whose
/// folder `XcodeFolderPlugin` compiles.
///
/// On Linux the main bundle is the folder of the executable, which has neither the resources nor an
/// `Info.plist`. The plug-in adds to the app's module an extension of `Bundle` whose members hide
/// those of Foundation, and call these. An app does not call them itself.
public enum StrataApp {
    /// The bundles with the resources of modules, by the names of the modules.
    private static let bundles = Mutex<[String: Bundle]>([:])

    /// Returns the bundle with a module's resources; the main bundle if the module has none.
    public static func main(of module: String) -> Bundle {
        bundles.withLock { bundles in
            if let known = bundles[module] { return known }
            let folder = MainProgram.folder.flatMap { resources(of: module, in: $0) }
            let bundle = folder.flatMap(Bundle.init(url:)) ?? Bundle.main
            bundles[module] = bundle
            return bundle
        }
    }

    /// Returns the path of the bundle to which a class belongs.
    ///
    /// - Parameter module: The module that asks. The bundle of its classes is that of its resources.
    public static func path(for type: AnyClass, in module: String) -> String {
        String(reflecting: type).hasPrefix("\(module).") ? main(of: module).bundlePath : Bundle(for: type).bundlePath
    }

    /// Returns the entries of the app's `Info.plist`, for the bundle of a module's resources and for
    /// the main bundle, or of the file in another bundle.
    public static func information(of bundle: Bundle, in module: String) -> [String: Any]? {
        guard isApp(bundle, module) else { return bundle.infoDictionary }
        let file = main(of: module).bundleURL.appending(path: "AppInfo.plist")
        // Ignored: without a readable file, the entries are those that Xcode adds.
        // Safe to decode: the file is one of the app's resources.
        let list = (try? Data(contentsOf: file)).flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        let entries = AppInformation(module: module, program: ProcessInfo.processInfo.processName)
            .entries(of: list as? [String: Any] ?? [:])
        // `UserDefaults` takes it for the name of the app's own domain.
        if let identifier = entries["CFBundleIdentifier"] as? String { AppIdentifiers.add(identifier) }
        return entries
    }

    /// Returns the program of the app, for the bundle of a module's resources and for the main bundle,
    /// or of another bundle.
    public static func executable(of bundle: Bundle, in module: String) -> URL? {
        isApp(bundle, module) ? Bundle.main.executableURL : bundle.executableURL
    }

    /// Notes the names in `@objc(Name)` of classes, by which archives name them.
    ///
    /// - Parameter names: The names of the classes with their modules, by those in Objective-C.
    public static func register(classes names: [String: String]) { ObjectiveCNames.add(names) }

    private static func isApp(_ bundle: Bundle, _ module: String) -> Bool {
        [main(of: module).bundlePath, Bundle.main.bundlePath].contains(bundle.bundlePath)
    }

    /// Returns the folder `<Package>_<Target>.resources` of a module in another folder; nil if it is
    /// not there.
    static func resources(of module: String, in folder: URL) -> URL? {
        // Ignored: in a folder that cannot be read are no resources.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let fitting = names.filter { name in
            name.hasSuffix(".resources") && MainProgram.moduleName(String(name.dropLast(10))).hasSuffix("_\(module)")
        }
        // `Package_My_App.resources` belongs to My_App of Package rather than to App of Package_My, if
        // both are there.
        return fitting.min { ($0.count, $0) < ($1.count, $1) }.map { folder.appending(path: $0) }
    }
}

/// The entries of an app's `Info.plist`, as Xcode completes them in a build.
struct AppInformation {
    /// The module of the app.
    let module: String
    /// The name of the running program. Foundation's and Strata's `UserDefaults` use it in place of an
    /// identifier.
    let program: String

    /// Returns the entries with the values of build settings, and those that Xcode adds.
    func entries(of list: [String: Any]) -> [String: Any] {
        let added: [String: Any] = [
            "CFBundleIdentifier": program, "CFBundleName": module, "CFBundleExecutable": program, "CFBundlePackageType": "APPL",
            "CFBundleDevelopmentRegion": "en", "CFBundleInfoDictionaryVersion": "6.0", "CFBundleShortVersionString": "1.0",
            "CFBundleVersion": "1",
        ]
        return list.mapValues(resolved).merging(added) { own, _ in own }
    }

    /// Returns a value with those of the build settings in its strings.
    private func resolved(_ value: Any) -> Any {
        switch value {
        case let text as String: resolved(text)
        case let list as [Any]: list.map(resolved)
        case let list as [String: Any]: list.mapValues(resolved)
        default: value
        }
    }

    private func resolved(_ text: String) -> String {
        text.replacing(/\$[({](\w+)(?::\w+)?[)}]/) { setting(String($0.output.1)) }
    }

    /// Returns the value of a build setting: the one of a new project, where the project's own is not
    /// known; empty for others, as in Xcode.
    private func setting(_ name: String) -> String {
        switch name {
        case "PRODUCT_NAME", "TARGET_NAME", "PRODUCT_MODULE_NAME": module
        case "PRODUCT_BUNDLE_IDENTIFIER", "EXECUTABLE_NAME": program
        case "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL"
        case "DEVELOPMENT_LANGUAGE": "en"
        case "MARKETING_VERSION": "1.0"
        case "CURRENT_PROJECT_VERSION": "1"
        default: ""
        }
    }
}
