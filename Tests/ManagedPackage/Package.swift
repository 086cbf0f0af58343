// swift-tools-version: 6.2
import PackageDescription

// Hand-written managed classes, as an app on Apple's platforms has them, with the plug-in that links their `@NSManaged` members.
// A package of its own, because that is how the plug-in is used.

let managed: [Target.PluginUsage] = [.plugin(name: "ManagedAccessorsPlugin", package: "strata")]
let coreData: Target.Dependency = .product(name: "CoreData", package: "strata")

let package = Package(
    name: "ManagedPackage",
    products: [.executable(name: "ManagedTool", targets: ["ManagedTool"])],
    dependencies: [.package(name: "strata", path: "../..")],
    targets: [
        // A library with the superclass.
        .target(name: "ManagedBaseAccessors", dependencies: [coreData], plugins: managed),
        .target(name: "ManagedBase", dependencies: ["ManagedBaseAccessors", coreData]),

        // A library with subclasses and the model.
        .target(name: "ManagedAppAccessors", dependencies: [coreData], plugins: managed),
        .target(
            name: "ManagedApp", dependencies: ["ManagedAppAccessors", "ManagedBase", coreData],
            exclude: ["ManagedApp.xcdatamodeld"],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility")],
            plugins: [.plugin(name: "CoreDataModelPlugin", package: "strata")]),

        // An executable with a class of its own, whose model is built in code.
        .target(name: "ManagedToolAccessors", dependencies: [coreData], plugins: managed),
        .executableTarget(name: "ManagedTool", dependencies: ["ManagedToolAccessors", "ManagedApp", coreData]),

        .testTarget(name: "ManagedAppTests", dependencies: ["ManagedApp", "ManagedBase", coreData]),
    ]
)
