// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// The language features of tests that are written as an app is. They may use members of modules
/// that they do not import themselves, as an app on Apple's platforms does.
let appSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The language features of all other targets.
let settings = appSettings + [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
    name: "Strata",
    products: [
        .library(name: "Predicates", targets: ["StrataPredicates"]),
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "ViewGraph", targets: ["StrataViewGraph"]),
        .library(name: "ViewTesting", targets: ["StrataViewTesting"]),
        .library(name: "WebHost", targets: ["StrataWebHost"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "SwiftData", targets: ["SwiftData"]),
        .library(name: "UserDefaults", targets: ["StrataUserDefaults"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "CoreTransferable", targets: ["CoreTransferable"]),
        .library(name: "Combine", targets: ["Combine", "StrataCombineOverlay"]),
        .library(name: "OSLog", targets: ["OSLog", "StrataOSLogOverlay"]),
        .plugin(name: "XcodeFolderPlugin", targets: ["XcodeFolderPlugin"]),
        .plugin(name: "StrataInitPlugin", targets: ["StrataInitPlugin"]),
        .plugin(name: "CoreDataModelPlugin", targets: ["CoreDataModelPlugin"]),
        .plugin(name: "ManagedAccessorsPlugin", targets: ["ManagedAccessorsPlugin"]),
        .executable(name: "modelc", targets: ["modelc"]),
    ],
    // `SwiftData` adds `@Query` and the modifiers of model containers to the product SwiftUI.
    traits: [.trait(name: "SwiftData"), .default(enabledTraits: [])],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        // A target depends only on targets above it in this list.
        .target(name: "StrataTraps", swiftSettings: settings),
        .target(name: "StrataArchives", swiftSettings: settings),
        .target(name: "StrataPredicates", dependencies: ["StrataArchives", "StrataTraps"], swiftSettings: settings),
        .target(name: "StrataModelFormat", dependencies: ["StrataArchives", "StrataTraps"], swiftSettings: settings),
        .systemLibrary(name: "CStrataZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CStrataMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CStrataSQLite", providers: [.apt(["libsqlite3-dev"])]),
        // What a lightweight migration does between two versions of a model, and their hashes: of
        // `modelc` and of stores.
        .target(
            name: "StrataModelDifference", dependencies: ["CStrataMD", "StrataModelFormat", "StrataPredicates", "StrataTraps"],
            swiftSettings: settings),
        .target(name: "CStrataRuntime"),
        .target(name: "CStrataResources", exclude: ["script", "style", "symbols"]),
        // Modules with Apple's names, for which other packages test with `canImport`. Each is a
        // module map that only dependents see, with a Swift module behind it.
        .target(name: "Combine"),
        .target(
            name: "StrataCombineOverlay",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ],
            swiftSettings: settings
        ),
        .target(name: "OSLog"),
        .target(
            name: "StrataOSLogOverlay", dependencies: [.product(name: "Logging", package: "swift-log")], swiftSettings: settings
        ),
        // The user's folders as URLs, which Foundation on Linux lacks.
        .target(name: "StrataFileLocations", swiftSettings: settings),
        // UndoManager, which Foundation on Linux lacks.
        .target(name: "StrataUndo", dependencies: ["StrataTraps"], swiftSettings: settings),
        // What views keep of the objects that they read.
        .target(name: "StrataReads", dependencies: ["StrataTraps"], swiftSettings: settings),
        .target(
            name: "CoreData",
            dependencies: [
                "CStrataMD", "CStrataRuntime", "CStrataSQLite", "CStrataZlib", "Combine", "StrataArchives",
                "StrataCombineOverlay", "StrataFileLocations", "StrataModelDifference", "StrataModelFormat",
                "StrataPredicates", "StrataTraps", "StrataUndo",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ],
            swiftSettings: settings
        ),
        // Expands the macros of SwiftData, as `StrataMacros` does those of SwiftUI.
        .target(name: "StrataSwiftDataExpansion", swiftSettings: settings),
        .macro(name: "StrataSwiftDataMacros", dependencies: ["StrataSwiftDataExpansion"], swiftSettings: settings),
        .target(
            name: "SwiftData",
            dependencies: [
                "CStrataRuntime", "CoreData", "StrataArchives", "StrataFileLocations", "StrataPredicates", "StrataReads",
                "StrataSwiftDataMacros", "StrataTraps", "StrataUndo",
            ],
            swiftSettings: settings),
        // NSUserActivity, which Foundation on Linux lacks.
        .target(name: "StrataUserActivity", dependencies: ["StrataArchives", "StrataTraps"], swiftSettings: settings),
        // The parts of UserDefaults that Foundation on Linux lacks.
        .target(name: "StrataUserDefaults", dependencies: ["StrataArchives", "StrataTraps"], swiftSettings: settings),
        // Expands `#Preview` and `@Entry`. It implements the compiler's protocol for plug-ins, so
        // that a build does not need swift-syntax.
        .macro(name: "StrataMacros", swiftSettings: settings),
        .target(
            name: "StrataModelCompiler", dependencies: ["StrataModelFormat", "StrataPredicates", "StrataTraps"],
            swiftSettings: settings),
        // The types of files, under the name of Apple's module.
        .target(name: "UniformTypeIdentifiers", swiftSettings: settings),
        // Values that can be dragged and dropped, under the name of Apple's module.
        .target(
            name: "CoreTransferable",
            dependencies: [
                "StrataArchives", "StrataTraps", "StrataUserActivity", "UniformTypeIdentifiers",
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StrataViewGraph",
            dependencies: [
                "CoreTransferable", "CStrataRuntime", "StrataArchives", "StrataFileLocations", "StrataMacros", "StrataReads",
                "StrataTraps", "StrataUndo", "StrataUserActivity", "StrataUserDefaults", "UniformTypeIdentifiers",
                .product(name: "OpenCombine", package: "OpenCombine"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StrataViewTesting", dependencies: ["CoreTransferable", "StrataUserActivity", "StrataViewGraph"],
            swiftSettings: settings),
        .target(
            name: "StrataWebHost",
            dependencies: [
                "CStrataMD", "CStrataResources", "StrataArchives", "StrataTraps", "StrataUserActivity", "StrataViewGraph",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "SwiftUI",
            dependencies: [
                "Combine", "StrataArchives", "StrataCombineOverlay", "CoreData", "OSLog", "StrataOSLogOverlay",
                "StrataPredicates",
                "StrataTraps", "StrataUndo", "StrataUserActivity", "StrataUserDefaults", "StrataViewGraph", "StrataWebHost",
                .target(name: "StrataSwiftDataMacros", condition: .when(traits: ["SwiftData"])),
                .target(name: "SwiftData", condition: .when(traits: ["SwiftData"])),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ],
            swiftSettings: settings
        ),

        .executableTarget(
            name: "modelc",
            dependencies: [
                "StrataModelCompiler", "StrataModelDifference", "StrataModelFormat", "StrataTraps",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .plugin(name: "CoreDataModelPlugin", capability: .buildTool(), dependencies: ["modelc"]),

        // The tool of the plug-in for hand-written managed classes. It does not import CoreData, so
        // a user's build does not wait for that.
        .target(
            name: "StrataManagedAccessors", dependencies: ["StrataModelCompiler", "StrataModelFormat"], swiftSettings: settings),
        .executableTarget(
            name: "managed-accessors", dependencies: ["StrataManagedAccessors", "StrataTraps"], swiftSettings: settings),
        .plugin(name: "ManagedAccessorsPlugin", capability: .buildTool(), dependencies: ["managed-accessors"]),

        // The tool of the plug-ins for an Xcode folder that is compiled as it is.
        .executableTarget(
            name: "xcode-folder", dependencies: ["StrataManagedAccessors", "StrataTraps"], swiftSettings: settings),
        .plugin(name: "XcodeFolderPlugin", capability: .buildTool(), dependencies: ["xcode-folder"]),
        .plugin(
            name: "StrataInitPlugin",
            capability: .command(
                intent: .custom(verb: "strata-init", description: "Prepare an Xcode project's folder for Linux.")),
            dependencies: ["xcode-folder"]),

        // What several test targets inject: full disks, missing descriptors, unreadable files.
        .target(name: "FaultInjection", path: "Tests/FaultInjection", swiftSettings: settings),
        // Random numbers and their seeds, for the tests of several targets.
        .target(name: "StrataTestSupport", path: "Tests/Support", swiftSettings: settings),
        .testTarget(name: "TrapsTests", dependencies: ["StrataTraps"], swiftSettings: settings),
        .testTarget(name: "ArchivesTests", dependencies: ["StrataArchives", "StrataTestSupport"], swiftSettings: settings),
        // A program that traps as it is built for release.
        .executableTarget(
            name: "ReleasedTrap", dependencies: ["StrataTraps"], path: "Tests/ReleasedTrap", exclude: ["check.py"],
            swiftSettings: settings),
        // Compiled as an app that depends on one product only.
        .testTarget(name: "CombineTests", dependencies: ["Combine", "StrataCombineOverlay"], swiftSettings: appSettings),
        .testTarget(
            name: "OSLogTests",
            dependencies: ["OSLog", "StrataOSLogOverlay", .product(name: "Logging", package: "swift-log")],
            swiftSettings: appSettings
        ),
        .testTarget(
            name: "PredicatesTests", dependencies: ["StrataArchives", "StrataPredicates", "StrataTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelFormatTests", dependencies: ["FaultInjection", "StrataModelFormat", "StrataTestSupport"],
            swiftSettings: settings),
        .testTarget(name: "UndoTests", dependencies: ["StrataUndo"], swiftSettings: settings),
        .testTarget(name: "ManagedAccessorsTests", dependencies: ["StrataManagedAccessors"], swiftSettings: settings),
        .testTarget(
            name: "ModelCompilerTests",
            dependencies: [
                "StrataModelCompiler", "StrataModelDifference", "StrataModelFormat", "StrataTestSupport", "modelc",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Outlines"],
            swiftSettings: settings
        ),
        // A program that the tests start as a separate process.
        .executableTarget(
            name: "StoreWriter", dependencies: ["CoreData", "StrataTestSupport"], path: "Tests/StoreWriter",
            swiftSettings: settings),
        .testTarget(
            name: "CoreDataTests",
            dependencies: [
                "CoreData", "FaultInjection", "StoreWriter", "StrataArchives", "StrataModelDifference", "StrataModelFormat",
                "StrataPredicates", "StrataTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SwiftDataMacrosTests", dependencies: ["StrataSwiftDataExpansion"], swiftSettings: settings),
        .testTarget(
            name: "SwiftDataTests",
            dependencies: [
                "CoreData", "StrataArchives", "StrataTestSupport", "SwiftData",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "ViewTestingTests", dependencies: ["StrataUndo", "StrataViewGraph", "StrataViewTesting"],
            swiftSettings: settings),
        .testTarget(name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers"], swiftSettings: settings),
        .testTarget(
            name: "CoreTransferableTests", dependencies: ["CoreTransferable", "StrataUserActivity", "UniformTypeIdentifiers"],
            swiftSettings: settings),
        .testTarget(
            name: "UserActivityTests", dependencies: ["StrataTestSupport", "StrataUserActivity"], swiftSettings: settings),
        // A program that the tests start as a separate process.
        .executableTarget(
            name: "DefaultsWriter", dependencies: ["StrataUserDefaults"], path: "Tests/DefaultsWriter", swiftSettings: settings),
        .testTarget(
            name: "UserDefaultsTests",
            dependencies: ["DefaultsWriter", "FaultInjection", "StrataArchives", "StrataTestSupport", "StrataUserDefaults"],
            swiftSettings: settings),
        .testTarget(
            name: "ViewGraphTests",
            dependencies: [
                "StrataTestSupport", "StrataUndo", "StrataUserActivity", "StrataUserDefaults", "StrataViewGraph",
                "UniformTypeIdentifiers",
                .product(name: "OpenCombine", package: "OpenCombine"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "WebHostTests",
            dependencies: [
                "FaultInjection", "StrataTestSupport", "StrataUserActivity", "StrataViewGraph", "StrataWebHost",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SwiftUITests",
            dependencies: [
                "Combine", "CoreData", "CoreTransferable", "FaultInjection", "StrataTestSupport", "StrataUserActivity",
                "StrataViewGraph", "StrataViewTesting", "StrataWebHost", "SwiftUI", "UniformTypeIdentifiers",
                .target(name: "SwiftData", condition: .when(traits: ["SwiftData"])),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ],
            swiftSettings: settings
        ),
    ]
)

// `make docs` needs the plug-in. Packages that use Strata do not depend on it.
if Context.environment["STRATA_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
