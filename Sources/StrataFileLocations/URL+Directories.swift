public import Foundation

/// The folders of the user, which Foundation on Linux knows only as those of `FileManager`. They are
/// at the locations that the XDG base directory specification and `user-dirs.dirs` define.
///
/// The three folders in which an app keeps files of its own are created on first use. As for a Mac
/// app without a sandbox, all of the user's apps share them, so give yours a folder inside.
extension URL {
    /// The folder for the documents of the user: `~/Documents`, unless the user has chosen another.
    /// It is created if it does not exist.
    public static var documentsDirectory: URL { created(.documentDirectory) }

    /// The folder for the data of apps: `$XDG_DATA_HOME`, or `~/.local/share`. It is created if it
    /// does not exist.
    public static var applicationSupportDirectory: URL { created(.applicationSupportDirectory) }

    /// The folder for data that can be made again: `$XDG_CACHE_HOME`, or `~/.cache`. It is created if
    /// it does not exist.
    public static var cachesDirectory: URL { created(.cachesDirectory) }

    /// The folder for the user's downloads.
    public static var downloadsDirectory: URL { location(.downloadsDirectory) }

    /// The folder of the user's desktop.
    public static var desktopDirectory: URL { location(.desktopDirectory) }

    /// The folder for the user's videos.
    public static var moviesDirectory: URL { location(.moviesDirectory) }

    /// The folder for the user's music.
    public static var musicDirectory: URL { location(.musicDirectory) }

    /// The folder for the user's pictures.
    public static var picturesDirectory: URL { location(.picturesDirectory) }

    /// The folder that the user shares with others.
    public static var sharedPublicDirectory: URL { location(.sharedPublicDirectory) }

    private static func created(_ directory: FileManager.SearchPathDirectory) -> URL {
        // Ignored: writing into the folder reports why it cannot be created.
        let url = try? FileManager.default.url(for: directory, in: .userDomainMask, appropriateFor: nil, create: true)
        return url ?? location(directory)
    }

    private static func location(_ directory: FileManager.SearchPathDirectory) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
    }
}
