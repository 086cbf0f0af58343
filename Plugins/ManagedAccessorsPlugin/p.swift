import PackagePlugin
@main struct P: BuildToolPlugin { func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] } }
