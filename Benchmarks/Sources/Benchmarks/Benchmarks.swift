import ArgumentParser

/// The command that runs the benchmarks (rows) named on the command line, or all of them.
@main
struct Benchmarks: AsyncParsableCommand {
    enum Row: String, CaseIterable, ExpressibleByArgument {
        // First, while the process is small: memory that other rows free stays with the process.
        case saveMillionMemory = "save-1m-memory"
        case feedImport = "feed-import"
        case batchInsert = "batch-insert-200k"
        case thousandWindows = "windows-1000"
        case sceneRestore = "scene-restore"
        case firstPage = "first-page"
        case renderFirst = "render-first"
        case patchOneRow = "patch-one-row"
        case editToPatch = "edit-to-patch"
        case bodyUpdate = "body-update"
        case appStorageFanout = "appstorage-fanout"
        case tableSort = "table-sort-1m"
        case predicateInMemory = "predicate-memory"
        case predicateInSQL = "predicate-sql"
        case predicateParsing = "predicate-parse"
        case history = "history-100k"
        case modelHistory = "history-38k"
        case saveObjects = "save-100k"
        case saveMillion = "save-1m"
        case fetchObjects = "fetch-objects-200k"
        case firstFault = "first-fault-100k"
        case toManyWalk = "to-many-walk"
        case toManyAdd = "to-many-add"
        case merge = "merge-10k"
        case openCold = "open-cold"
        case liveEdit = "live-edit"
        case liveBurst = "live-burst"
        case liveImport = "live-import"
        case openSectioned = "open-sectioned-1m"
        case openCached = "open-cached-1m"
        case sectionComputed = "section-computed-100k"
        case pageScroll = "page-scroll"
        case keptObjects = "kept-objects-200k"
        case keptObjectsMemory = "kept-objects-memory"
        case swiftDataInsert = "swiftdata-insert-100k"
        case swiftDataFetch = "swiftdata-fetch-100k"
        case swiftDataMemory = "swiftdata-memory-100k"
        case queryEdit = "query-edit"
        case migrate = "migrate-200k"
        case migrateCopy = "migrate-copy-200k"
        case migratePolicy = "migrate-policy-100k"
        case undo = "undo-10k"
    }

    static let configuration = CommandConfiguration(
        commandName: "make bench",
        abstract: "Measures Strata beside other ways to do the same work, in the same process, by turns."
    )

    @Argument(help: "The rows to run; without any, all.")
    var rows: [Row] = []

    func run() async throws {
        for row in rows.isEmpty ? Row.allCases : rows {
            switch row {
            case .saveMillionMemory: try SaveMillion.memory()
            case .feedImport: try FeedImport.run()
            case .batchInsert: try BatchInsert.run()
            case .thousandWindows: try await ThousandWindows.run()
            case .sceneRestore: try await SceneRestore.run()
            case .firstPage: try await FirstPage.run()
            case .renderFirst: try await RenderFirst.run()
            case .patchOneRow: try await PatchOneRow.run()
            case .editToPatch: try await EditToPatch.run()
            case .bodyUpdate: try await BodyUpdate.run()
            case .appStorageFanout: try await AppStorageFanout.run()
            case .tableSort: try await TableSort.run()
            case .predicateInMemory: try PredicateInMemory.run()
            case .predicateInSQL: try PredicateInSQL.run()
            case .predicateParsing: try PredicateParsing.run()
            case .history: try History.run()
            case .modelHistory: try ModelHistory.run()
            case .saveObjects: try SaveObjects.run()
            case .saveMillion: try SaveMillion.run()
            case .fetchObjects: try FetchObjects.run()
            case .firstFault: try FirstFault.run()
            case .toManyWalk: try ToManyWalk.run()
            case .toManyAdd: try ToManyAdd.run()
            case .merge: try Merge.run()
            case .openCold: try OpenCold.run()
            case .liveEdit: try LiveEdit.run()
            case .liveBurst: try LiveEdit.burst()
            case .liveImport: try LiveEdit.insertion()
            case .openSectioned: try LiveOpening.millionInSections()
            case .openCached: try LiveOpening.millionFromCache()
            case .sectionComputed: try LiveOpening.computed()
            case .pageScroll: try PageScroll.run()
            case .keptObjects: try KeptObjects.run()
            case .keptObjectsMemory: try KeptObjects.memory()
            case .swiftDataInsert: try SwiftDataInsert.run()
            case .swiftDataFetch: try SwiftDataFetch.run()
            case .swiftDataMemory: try SwiftDataFetch.memory()
            case .queryEdit: try await QueryEdit.run()
            case .migrate: try MigrateStore.inPlace()
            case .migrateCopy: try MigrateStore.copying()
            case .migratePolicy: try MigrateByPolicy.run()
            case .undo: try Undo.run()
            }
        }
    }
}
