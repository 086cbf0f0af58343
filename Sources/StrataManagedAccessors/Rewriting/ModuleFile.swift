/// The file with what an app's module has in addition on Linux.
///
/// It makes `Bundle.main` the bundle with the app's resources and its `Info.plist`, as on Apple's
/// platforms, and finds the versions of a compiled model as the files of a folder `Model.momd`. A
/// member in an extension of the app's own module hides that of Foundation, so that the sources
/// stay as they are. Foundation's Bundle has no subclass outside of it. The members are usable from
/// inline code, so that `Bundle = .main` can be the default of a public parameter, and disfavored,
/// so that a test, which sees both with a testable import, calls those of Foundation.
///
/// It also registers the names in `@objc(Name)`, by which Apple's archives name classes.
struct ModuleFile {
    /// The module of the app.
    let module: String
    /// The modules that it depends on.
    let modules: Set<String>
    /// The names of classes with the module, by those in `@objc(Name)`.
    var classes: [String: String] = [:]

    var text: String {
        let head = "// What this module has in addition on Linux, which XcodeFolderPlugin writes.\n"
        guard !modules.isDisjoint(with: ["CoreData", "SwiftUI", "SwiftData"]) else { return head }
        return head + """
            import CoreData
            public import Foundation

            extension Foundation.Bundle {
                @_disfavoredOverload @usableFromInline
                nonisolated static var main: Foundation.Bundle { CoreData.StrataApp.main(of: "\(module)") }
                @_disfavoredOverload @usableFromInline
                nonisolated var infoDictionary: [String: Any]? {
                    CoreData.StrataApp.information(of: self, in: "\(module)")
                }
                @_disfavoredOverload @usableFromInline
                nonisolated var bundleIdentifier: String? { infoDictionary?["CFBundleIdentifier"] as? String }
                @_disfavoredOverload @usableFromInline
                nonisolated var executableURL: URL? { CoreData.StrataApp.executable(of: self, in: "\(module)") }
                @_disfavoredOverload @usableFromInline
                nonisolated var executablePath: String? { executableURL?.path }
                @_disfavoredOverload @usableFromInline
                nonisolated func object(forInfoDictionaryKey key: String) -> Any? {
                    infoDictionary?[key]
                }
                @_disfavoredOverload @usableFromInline
                nonisolated func url(
                    forResource name: String?, withExtension ext: String?, subdirectory subpath: String?
                ) -> URL? {
                    CoreData.StrataApp.url(forResource: name, withExtension: ext, subdirectory: subpath, in: self)
                }
                // Foundation's returns NSURLs on Linux. This one takes no optional extension, so that it is
                // preferred to that.
                @usableFromInline
                nonisolated func urls(forResourcesWithExtension ext: String, subdirectory subpath: String?) -> [URL]? {
                    CoreData.StrataApp.urls(forResourcesWithExtension: ext, subdirectory: subpath, in: self)
                }
                @_disfavoredOverload @usableFromInline
                nonisolated func path(
                    forResource name: String?, ofType ext: String?, inDirectory subpath: String?
                ) -> String? {
                    CoreData.StrataApp.path(forResource: name, ofType: ext, inDirectory: subpath, in: self)
                }
                @_disfavoredOverload @usableFromInline
                nonisolated func paths(forResourcesOfType ext: String?, inDirectory subpath: String?) -> [String] {
                    CoreData.StrataApp.paths(forResourcesOfType: ext, inDirectory: subpath, in: self)
                }
                // The path is that of a bundle, so there is a bundle at it.
                @_disfavoredOverload @usableFromInline
                nonisolated convenience init(for type: AnyClass) {
                    self.init(path: CoreData.StrataApp.path(for: type, in: "\(module)"))!
                }
            }
            \(registration)
            """
    }

    /// The source that registers the classes; empty without any.
    private var registration: String {
        guard !classes.isEmpty else { return "" }
        let names = classes.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ")
        return """

            // Runs when the program is loaded, so that archives are read with these names.
            @section(".init_array") @used
            nonisolated private let registerClasses: @convention(c) () -> Void = {
                CoreData.StrataApp.register(classes: [\(names)])
            }

            """
    }
}
