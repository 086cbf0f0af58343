// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the dependencies of the examples are not built with Strata.

let strata: [Target.Dependency] = [.product(name: "SwiftUI", package: "strata")]

/// As on Apple's platforms, an app does not import each module whose members it calls.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "Examples",
    products: [
        .executable(name: "Commits", targets: ["Commits"]),
        .executable(name: "Earthquakes", targets: ["Earthquakes"]),
        .executable(name: "Gallery", targets: ["Gallery"]),
        .executable(name: "Notes", targets: ["Notes"]),
        .executable(name: "Products", targets: ["Products"]),
        .executable(name: "Recipes", targets: ["Recipes"]),
        .executable(name: "TeamNotes", targets: ["TeamNotes"]),
    ],
    // `make run` leaves SwiftData out, and the tests, which have built Strata with it, have it in.
    traits: [.trait(name: "SwiftData"), .default(enabledTraits: [])],
    dependencies: [
        .package(
            name: "strata", path: "..", traits: [.trait(name: "SwiftData", condition: .when(traits: ["SwiftData"]))]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        // The README's app, with the settings of its manifest.
        .executableTarget(
            name: "Notes", dependencies: strata, path: "Notes", exclude: ["Notes.xcdatamodeld"],
            swiftSettings: [.swiftLanguageMode(.v5)], plugins: [.plugin(name: "CoreDataModelPlugin", package: "strata")]),

        // An app in a server that has other routes, too: docs/server.md.
        .executableTarget(
            name: "TeamNotes",
            dependencies: strata + [
                .product(name: "WebHost", package: "strata"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            path: "TeamNotes", exclude: ["Notes.xcdatamodeld"], swiftSettings: settings,
            plugins: [.plugin(name: "CoreDataModelPlugin", package: "strata")]),

        // Views and modifiers on small pages, which the browser tests use.
        .executableTarget(name: "Gallery", dependencies: strata, path: "Gallery", swiftSettings: settings),

        // An app whose windows come back as they were left: a catalog with pictures, in one file of JSON.
        .executableTarget(
            name: "Products", dependencies: strata, path: "Products", resources: [.process("Assets.xcassets")],
            swiftSettings: settings),
        .testTarget(
            name: "ProductsTests",
            dependencies: strata + ["Products", .product(name: "ViewTesting", package: "strata")],
            swiftSettings: settings),

        // An atomic store of the app's own: a folder of files that people edit while the app shows them.
        .executableTarget(
            name: "Recipes", dependencies: strata, path: "Recipes", exclude: ["Recipes.xcdatamodeld"], swiftSettings: settings,
            plugins: [.plugin(name: "CoreDataModelPlugin", package: "strata")]),
        .testTarget(
            name: "RecipesTests",
            dependencies: strata + ["Recipes", .product(name: "ViewTesting", package: "strata")],
            swiftSettings: settings),

        // An incremental store of the app's own: the commits of a Git repository.
        .executableTarget(
            name: "Commits", dependencies: strata, path: "Commits", exclude: ["Commits.xcdatamodeld"], swiftSettings: settings,
            plugins: [.plugin(name: "CoreDataModelPlugin", package: "strata")]),
        .testTarget(
            name: "CommitsTests",
            dependencies: strata + ["Commits", .product(name: "ViewTesting", package: "strata")],
            swiftSettings: settings),

        // The system's libcurl, which fetches the feed: see Download.swift.
        .systemLibrary(name: "CCurl", path: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "EarthquakesAccessors", dependencies: [.product(name: "CoreData", package: "strata")],
            path: "EarthquakesAccessors", swiftSettings: settings,
            plugins: [.plugin(name: "ManagedAccessorsPlugin", package: "strata")]),
        .executableTarget(
            name: "Earthquakes",
            dependencies: strata + [
                "CCurl", "EarthquakesAccessors",
                .product(name: "WebHost", package: "strata"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Earthquakes", exclude: ["Model/Earthquakes.xcdatamodeld"], resources: [.copy("Resources/sample.geojson")],
            swiftSettings: settings, plugins: [.plugin(name: "CoreDataModelPlugin", package: "strata")]),
        .testTarget(
            name: "EarthquakesTests", dependencies: ["Earthquakes"],
            swiftSettings: settings + [.enableUpcomingFeature("MemberImportVisibility")]),

        // The README and the examples of docs/.
        .testTarget(
            name: "DocumentationTests",
            dependencies: strata + [
                "Earthquakes", "TeamNotes",
                .product(name: "SwiftData", package: "strata"),
                .product(name: "ViewTesting", package: "strata"),
                .product(name: "WebHost", package: "strata"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: settings),
    ]
)
