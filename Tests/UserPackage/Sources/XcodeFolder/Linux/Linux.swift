// The sources that Linux has in addition. XcodeFolderPlugin compiles the rest of the folder.
