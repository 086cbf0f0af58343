// The module has classes that are called like types of Foundation and Swift; all of it is generated.
