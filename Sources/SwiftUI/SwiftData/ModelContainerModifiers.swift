#if SwiftData
    internal import Foundation
    internal import StrataTraps
    internal import StrataUndo
    public import StrataViewGraph
    public import SwiftData

    extension EnvironmentValues {
        /// The context of the models that views show and change.
        ///
        /// The `modelContainer` modifiers set it. A context that the app has made follows the main queue
        /// from then on, as the views do, and does not save by itself. Without any of these, it belongs to
        /// a container without any types: queries are empty, and models are not inserted. Both write to
        /// standard error what is missing.
        public var modelContext: ModelContext {
            get { self[ModelContextKey.self].context ?? ModelContextKey.withoutContainer }
            set {
                newValue.attachToMainQueue()
                self[ModelContextKey.self] = ModelContextBox(context: newValue)
            }
        }
    }

    /// A context in the environment.
    // Safe to share: the context is read on the main actor only.
    private struct ModelContextBox: @unchecked Sendable {
        var context: ModelContext?
    }

    private struct ModelContextKey: EnvironmentKey {
        static let defaultValue = ModelContextBox()

        // Safe to share: its container has no types, so that it never has a model.
        nonisolated(unsafe) static let withoutContainer: ModelContext = {
            do {
                let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
                return ModelContext(try ModelContainer(for: Schema(), configurations: [configuration]))
            } catch {
                trap("A store in memory could not be made: \(error.localizedDescription)")
            }
        }()
    }

    extension View {
        /// Sets the container of the models that this view and those in it show: they use its main
        /// context.
        public func modelContainer(_ container: ModelContainer) -> some View {
            environment(\.modelContext, container.mainContext)
        }

        /// Sets the context of the models that this view and those in it show.
        public func modelContext(_ modelContext: ModelContext) -> some View {
            environment(\.modelContext, modelContext)
        }

        /// Makes a container of a type, and of all types that its relationships reach, when the view
        /// first appears.
        ///
        /// - Parameters:
        ///   - inMemory: Whether the models are lost when the view disappears.
        ///   - isAutosaveEnabled: Whether changes are saved soon after they were made.
        ///   - isUndoEnabled: Whether the container's main context registers its changes with the undo
        ///     manager of the window, so that the user can undo them.
        ///   - onSetup: Called with the container, or with the error after which there is none.
        public func modelContainer(
            for modelType: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true,
            isUndoEnabled: Bool = false, onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in }
        ) -> some View {
            modelContainer(
                for: [modelType], inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled, isUndoEnabled: isUndoEnabled,
                onSetup: onSetup)
        }

        /// Makes a container of some types, and of all types that their relationships reach, when the
        /// view first appears. The parameters are those of the modifier for one type.
        public func modelContainer(
            for modelTypes: [any PersistentModel.Type], inMemory: Bool = false, isAutosaveEnabled: Bool = true,
            isUndoEnabled: Bool = false, onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in }
        ) -> some View {
            modifier(
                ModelContainerModifier(
                    setup: ContainerSetup(
                        types: modelTypes, inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled,
                        isUndoEnabled: isUndoEnabled, onSetup: onSetup)))
        }
    }

    extension Scene {
        /// Sets the container of the models that the scene's windows show: they use its main context.
        public func modelContainer(_ container: ModelContainer) -> some Scene {
            environment(\.modelContext, container.mainContext)
        }

        /// Sets the context of the models that the scene's windows show.
        public func modelContext(_ modelContext: ModelContext) -> some Scene {
            environment(\.modelContext, modelContext)
        }

        /// Makes a container of a type, and of all types that its relationships reach, for all windows
        /// of the scene. See ``modelContainer(for:inMemory:isAutosaveEnabled:onSetup:_:_:_:)``.
        public func modelContainer(
            for modelType: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true,
            isUndoEnabled: Bool = false, onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in },
            _ file: String = #fileID, _ line: Int = #line, _ column: Int = #column
        ) -> some Scene {
            modelContainer(
                for: [modelType], inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled, isUndoEnabled: isUndoEnabled,
                onSetup: onSetup, file, line, column)
        }

        /// Makes a container of some types, and of all types that their relationships reach, for all
        /// windows of the scene.
        ///
        /// Scenes with the same types and options share one container, and each scene's `onSetup` is
        /// called with it. If the container cannot be made, `onSetup` is called with the error. Each
        /// evaluation of the app's body tries again, and calls `onSetup` once that succeeds.
        ///
        /// - Parameters:
        ///   - inMemory: Whether the models are lost when the process ends.
        ///   - isAutosaveEnabled: Whether changes are saved soon after they were made.
        ///   - onSetup: Called with the container, or with the error after which there is none.
        ///   - file: The file of the call, which with the line and the column tells the scenes apart.
        public func modelContainer(
            for modelTypes: [any PersistentModel.Type], inMemory: Bool = false, isAutosaveEnabled: Bool = true,
            isUndoEnabled: Bool = false, onSetup: @escaping (Swift.Result<ModelContainer, any Error>) -> Void = { _ in },
            _ file: String = #fileID, _ line: Int = #line, _ column: Int = #column
        ) -> some Scene {
            let setup = ContainerSetup(
                types: modelTypes, inMemory: inMemory, isAutosaveEnabled: isAutosaveEnabled,
                isUndoEnabled: isUndoEnabled, onSetup: onSetup)
            let context = SceneContainers.container(setup, calledAt: "\(file):\(line):\(column)")?.mainContext
            // Each window of the scene has a manager, and the context that they share follows them.
            return environment(\.modelContext, context ?? ModelContextKey.withoutContainer)
                .transformEnvironment(\.self) { values in
                    if isUndoEnabled, let context, let manager = values.undoManager { context.useUndo(of: manager) }
                }
        }
    }

    /// The arguments of a modifier that makes a container.
    @MainActor
    private struct ContainerSetup {
        let types: [any PersistentModel.Type]
        let inMemory: Bool
        let isAutosaveEnabled: Bool
        let isUndoEnabled: Bool
        let onSetup: (Swift.Result<ModelContainer, any Error>) -> Void

        /// Returns a new container, or the error for which it could not be made.
        func makeContainer() -> Swift.Result<ModelContainer, any Error> {
            Swift.Result {
                let container = try ModelContainer(
                    for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: inMemory)])
                container.mainContext.autosaveEnabled = isAutosaveEnabled
                return container
            }
        }

        /// Calls `onSetup`, and writes an error to standard error.
        func report(_ result: Swift.Result<ModelContainer, any Error>) {
            onSetup(result)
            if case .failure(let error) = result {
                StandardStream.error.write("The model container could not be made: \(error)\n")
            }
        }
    }

    /// The containers that scenes have made. A scene is made again for each evaluation of the app's
    /// body, and its windows share one container.
    @MainActor
    private enum SceneContainers {
        private struct Options: Hashable {
            let types: [ObjectIdentifier]
            let inMemory: Bool
            let isAutosaveEnabled: Bool
        }

        private struct Scene: Hashable {
            let location: String
            let options: Options
        }

        private static var containers: [Options: ModelContainer] = [:]
        /// Whether the result that each scene's `onSetup` was called with last is a container.
        private static var reported: [Scene: Bool] = [:]

        /// Returns the container of a scene; nil if it could not be made.
        static func container(_ setup: ContainerSetup, calledAt location: String) -> ModelContainer? {
            let options = Options(
                types: setup.types.map { ObjectIdentifier($0) }, inMemory: setup.inMemory,
                isAutosaveEnabled: setup.isAutosaveEnabled)
            let result = containers[options].map { .success($0) } ?? setup.makeContainer()
            // Ignored: `report` has the error.
            let container = try? result.get()
            containers[options] = container
            // Not after each failure: the app may change its state in `onSetup`, which evaluates its
            // body and makes the container again.
            let scene = Scene(location: location, options: options)
            if reported.updateValue(container != nil, forKey: scene) != (container != nil) { setup.report(result) }
            return container
        }
    }

    private struct ModelContainerModifier: ViewModifier {
        let setup: ContainerSetup
        @State private var holder = Holder()
        @Environment(\.undoManager) private var undoManager

        @MainActor final class Holder {
            var context: ModelContext??
        }

        func body(content: Content) -> some View {
            content.environment(\.modelContext, context ?? ModelContextKey.withoutContainer)
        }

        private var context: ModelContext? {
            if let known = holder.context { return known }
            let result = setup.makeContainer()
            // Ignored: `report` has the error.
            let made = try? result.get().mainContext
            holder.context = .some(made)
            if setup.isUndoEnabled, let undoManager { made?.useUndo(of: undoManager) }
            setup.report(result)
            return made
        }
    }
#endif
