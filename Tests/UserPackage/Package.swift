// swift-tools-version: 6.2
import PackageDescription

// A separate package, as a user of Strata writes one. `make test-models` prepares more targets and
// passes their names in the environment: models of other projects, which this repository does not
// contain, and copies of the targets Features and ModelApp with other compiler settings.

let coreData: Target.Dependency = .product(name: "CoreData", package: "strata")
let modelDependencies: [Target.Dependency] = [
    .product(name: "SwiftData", package: "strata"), .product(name: "SwiftUI", package: "strata"),
]
let modelPlugin: Target.PluginUsage = .plugin(name: "CoreDataModelPlugin", package: "strata")
let accessorsPlugin: Target.PluginUsage = .plugin(name: "ManagedAccessorsPlugin", package: "strata")

func prepared(_ variable: String) -> [String] {
    (Context.environment[variable] ?? "").split(separator: " ").map(String.init)
}

let preparedModels = prepared("PREPARED_MODELS")
/// The target that lists the prepared models. Empty if none are prepared.
let preparedList = preparedModels.isEmpty ? [] : ["PreparedModels"]
let preparedSettings: [SwiftSetting] = preparedModels.isEmpty ? [] : [.define("PREPARED_MODELS")]

/// The settings under which generated code has to compile without an error or a warning.
let variants: [String: [SwiftSetting]] = [
    "SwiftFive": [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")],
    "MainActorByDefault": [.defaultIsolation(MainActor.self)],
    "UpcomingFeatures": [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ],
]
let preparedVariants = prepared("PREPARED_VARIANTS")

/// Hand-written managed classes, as in an app for Apple's platforms: a library with a superclass,
/// one with its subclasses and the model, and an executable with a class of its own whose model is
/// built in code.
let handWritten: [Target] = [
    .target(name: "ManagedBaseAccessors", dependencies: [coreData], plugins: [accessorsPlugin]),
    .target(name: "ManagedBase", dependencies: ["ManagedBaseAccessors", coreData]),
    .target(name: "ManagedAppAccessors", dependencies: [coreData], plugins: [accessorsPlugin]),
    .target(
        name: "ManagedApp", dependencies: ["ManagedAppAccessors", "ManagedBase", coreData], exclude: ["ManagedApp.xcdatamodeld"],
        swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility")],
        plugins: [modelPlugin]),
    .target(name: "ManagedToolAccessors", dependencies: [coreData], plugins: [accessorsPlugin]),
    .executableTarget(name: "ManagedTool", dependencies: ["ManagedToolAccessors", "ManagedApp", "ManagedBase", coreData]),
    .testTarget(name: "ManagedAppTests", dependencies: ["ManagedApp", "ManagedBase", coreData]),
]

let package = Package(
    name: "UserPackage",
    dependencies: [.package(name: "strata", path: "../..", traits: ["SwiftData"])],
    targets: handWritten + [
        .target(name: "Features", dependencies: [coreData], plugins: [modelPlugin]),
        .target(name: "Clashes", dependencies: [coreData], plugins: [modelPlugin]),
        .target(name: "Kit", dependencies: [coreData]),
        .target(name: "Guest", dependencies: ["Kit", coreData], plugins: [modelPlugin]),
        .target(name: "RoundTrip", dependencies: [coreData]),
        .executableTarget(name: "Misuses", dependencies: [coreData]),
        .target(
            name: "CapturingBlocks", dependencies: [coreData],
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // Models, queries and actors as apps have them, whose sources are public.
        .target(name: "AppModels", dependencies: modelDependencies),
        // Models and views that are also compiled with other settings, as variants.
        .target(name: "ModelApp", dependencies: modelDependencies),
        .testTarget(
            name: "AppModelsTests", dependencies: ["AppModels", .product(name: "ViewTesting", package: "strata")]),
        // A folder of Xcode's, compiled in place as it is on Apple's platforms.
        .target(
            name: "XcodeFolder",
            dependencies: [.product(name: "SwiftData", package: "strata"), .product(name: "SwiftUI", package: "strata")],
            exclude: ["Widget"], sources: ["Linux"],
            swiftSettings: [.swiftLanguageMode(.v5)], plugins: [.plugin(name: "XcodeFolderPlugin", package: "strata")]),
        .testTarget(
            name: "XcodeFolderTests", dependencies: ["XcodeFolder", coreData, .product(name: "ViewTesting", package: "strata")]),
        .executableTarget(name: "WindowApp", dependencies: [.product(name: "SwiftUI", package: "strata")]),
        .executableTarget(
            name: "UserApp",
            dependencies: ["Features", "Guest", "RoundTrip", coreData] + preparedList.map { .target(name: $0) },
            swiftSettings: preparedSettings
        ),
        .testTarget(
            name: "UserPackageTests",
            dependencies: ["Clashes", "Features", "Guest", "RoundTrip", coreData] + preparedList.map { .target(name: $0) },
            swiftSettings: preparedSettings
        ),
    ]
        + preparedModels.map {
            .target(
                name: $0, dependencies: ["RoundTrip", coreData], path: ".build/prepared/Models/\($0)", plugins: [modelPlugin])
        }
        + preparedList.map {
            .target(
                name: $0, dependencies: ["RoundTrip"] + preparedModels.map { .target(name: $0) },
                path: ".build/prepared/Models/\($0)")
        }
        + preparedVariants.map {
            .target(
                name: $0, dependencies: [coreData], path: ".build/prepared/Variants/\($0)",
                swiftSettings: (variants[$0] ?? []) + [.treatAllWarnings(as: .error)], plugins: [modelPlugin])
        }
        // Without SwiftFive: there, key paths in a predicate are not Sendable, in Foundation's macro, too.
        + preparedVariants.filter { $0 != "SwiftFive" }.map {
            .target(
                name: "\($0)Models", dependencies: modelDependencies, path: ".build/prepared/Variants/\($0)Models",
                swiftSettings: (variants[$0] ?? []) + [.treatAllWarnings(as: .error)])
        }
)
