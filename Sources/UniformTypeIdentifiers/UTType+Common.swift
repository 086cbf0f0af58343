// The common types.

extension UTType {
    /// Item: `public.item`.
    public static let item = UTType(declared: "public.item")
    /// Content: `public.content`.
    public static let content = UTType(declared: "public.content")
    /// Composite content: `public.composite-content`.
    public static let compositeContent = UTType(declared: "public.composite-content")
    /// Data: `public.data`.
    public static let data = UTType(declared: "public.data")
    /// Directory: `public.directory`.
    public static let directory = UTType(declared: "public.directory")
    /// Folder: `public.folder`.
    public static let folder = UTType(declared: "public.folder")
    /// Symbolic link: `public.symlink`.
    public static let symbolicLink = UTType(declared: "public.symlink")
    /// Package: `com.apple.package`.
    public static let package = UTType(declared: "com.apple.package")
    /// Bundle: `com.apple.bundle`.
    public static let bundle = UTType(declared: "com.apple.bundle")
    /// Resolvable: `com.apple.resolvable`.
    public static let resolvable = UTType(declared: "com.apple.resolvable")
    /// Executable: `public.executable`.
    public static let executable = UTType(declared: "public.executable")
    /// Disk image: `public.disk-image`.
    public static let diskImage = UTType(declared: "public.disk-image")
    /// Archive: `public.archive`.
    public static let archive = UTType(declared: "public.archive")
    /// Text: `public.text`.
    public static let text = UTType(declared: "public.text")
    /// Plain text: `public.plain-text`.
    public static let plainText = UTType(declared: "public.plain-text")
    /// Unicode text: `public.utf8-plain-text`.
    public static let utf8PlainText = UTType(declared: "public.utf8-plain-text")
    /// Unicode text: `public.utf16-plain-text`.
    public static let utf16PlainText = UTType(declared: "public.utf16-plain-text")
    /// Delimited text: `public.delimited-values-text`.
    public static let delimitedText = UTType(declared: "public.delimited-values-text")
    /// Comma-separated values: `public.comma-separated-values-text`.
    public static let commaSeparatedText = UTType(declared: "public.comma-separated-values-text")
    /// Tab-separated values: `public.tab-separated-values-text`.
    public static let tabSeparatedText = UTType(declared: "public.tab-separated-values-text")
    /// Rich text: `public.rtf`.
    public static let rtf = UTType(declared: "public.rtf")
    /// HTML text: `public.html`.
    public static let html = UTType(declared: "public.html")
    /// XML text: `public.xml`.
    public static let xml = UTType(declared: "public.xml")
    /// YAML text: `public.yaml`.
    public static let yaml = UTType(declared: "public.yaml")
    /// CSS text: `public.css`.
    public static let css = UTType(declared: "public.css")
    /// Source code: `public.source-code`.
    public static let sourceCode = UTType(declared: "public.source-code")
    /// Swift source: `public.swift-source`.
    public static let swiftSource = UTType(declared: "public.swift-source")
    /// C source: `public.c-source`.
    public static let cSource = UTType(declared: "public.c-source")
    /// C header: `public.c-header`.
    public static let cHeader = UTType(declared: "public.c-header")
    /// C++ source: `public.c-plus-plus-source`.
    public static let cPlusPlusSource = UTType(declared: "public.c-plus-plus-source")
    /// C++ header: `public.c-plus-plus-header`.
    public static let cPlusPlusHeader = UTType(declared: "public.c-plus-plus-header")
    /// Objective-C source: `public.objective-c-source`.
    public static let objectiveCSource = UTType(declared: "public.objective-c-source")
    /// Script: `public.script`.
    public static let script = UTType(declared: "public.script")
    /// Shell script: `public.shell-script`.
    public static let shellScript = UTType(declared: "public.shell-script")
    /// Python script: `public.python-script`.
    public static let pythonScript = UTType(declared: "public.python-script")
    /// Ruby script: `public.ruby-script`.
    public static let rubyScript = UTType(declared: "public.ruby-script")
    /// Perl script: `public.perl-script`.
    public static let perlScript = UTType(declared: "public.perl-script")
    /// PHP script: `public.php-script`.
    public static let phpScript = UTType(declared: "public.php-script")
    /// JavaScript: `com.netscape.javascript-source`.
    public static let javaScript = UTType(declared: "com.netscape.javascript-source")
    /// JSON text: `public.json`.
    public static let json = UTType(declared: "public.json")
    /// GeoJSON: `public.geojson`.
    public static let geoJSON = UTType(declared: "public.geojson")
    /// Property list: `com.apple.property-list`.
    public static let propertyList = UTType(declared: "com.apple.property-list")
    /// XML property list: `com.apple.xml-property-list`.
    public static let xmlPropertyList = UTType(declared: "com.apple.xml-property-list")
    /// Binary property list: `com.apple.binary-property-list`.
    public static let binaryPropertyList = UTType(declared: "com.apple.binary-property-list")
    /// Log: `public.log`.
    public static let log = UTType(declared: "public.log")
    /// URL: `public.url`.
    public static let url = UTType(declared: "public.url")
    /// File URL: `public.file-url`.
    public static let fileURL = UTType(declared: "public.file-url")
    /// Image: `public.image`.
    public static let image = UTType(declared: "public.image")
    /// JPEG image: `public.jpeg`.
    public static let jpeg = UTType(declared: "public.jpeg")
    /// PNG image: `public.png`.
    public static let png = UTType(declared: "public.png")
    /// GIF image: `com.compuserve.gif`.
    public static let gif = UTType(declared: "com.compuserve.gif")
    /// TIFF image: `public.tiff`.
    public static let tiff = UTType(declared: "public.tiff")
    /// BMP image: `com.microsoft.bmp`.
    public static let bmp = UTType(declared: "com.microsoft.bmp")
    /// Icon: `com.microsoft.ico`.
    public static let ico = UTType(declared: "com.microsoft.ico")
    /// Icon: `com.apple.icns`.
    public static let icns = UTType(declared: "com.apple.icns")
    /// SVG image: `public.svg-image`.
    public static let svg = UTType(declared: "public.svg-image")
    /// WebP image: `org.webmproject.webp`.
    public static let webP = UTType(declared: "org.webmproject.webp")
    /// HEIC image: `public.heic`.
    public static let heic = UTType(declared: "public.heic")
    /// HEIF image: `public.heif`.
    public static let heif = UTType(declared: "public.heif")
    /// HEIF image: `public.heif-standard`.
    public static let heifStandard = UTType(declared: "public.heif-standard")
    /// Raw image: `public.camera-raw-image`.
    public static let rawImage = UTType(declared: "public.camera-raw-image")
    /// Audiovisual content: `public.audiovisual-content`.
    public static let audiovisualContent = UTType(declared: "public.audiovisual-content")
    /// Movie: `public.movie`.
    public static let movie = UTType(declared: "public.movie")
    /// Video: `public.video`.
    public static let video = UTType(declared: "public.video")
    /// Audio: `public.audio`.
    public static let audio = UTType(declared: "public.audio")
    /// QuickTime movie: `com.apple.quicktime-movie`.
    public static let quickTimeMovie = UTType(declared: "com.apple.quicktime-movie")
    /// MPEG-4 movie: `public.mpeg-4`.
    public static let mpeg4Movie = UTType(declared: "public.mpeg-4")
    /// MPEG movie: `public.mpeg`.
    public static let mpeg = UTType(declared: "public.mpeg")
    /// AVI movie: `public.avi`.
    public static let avi = UTType(declared: "public.avi")
    /// WebM movie: `org.webmproject.webm`.
    public static let webM = UTType(declared: "org.webmproject.webm")
    /// MP3 audio: `public.mp3`.
    public static let mp3 = UTType(declared: "public.mp3")
    /// WAV audio: `com.microsoft.waveform-audio`.
    public static let wav = UTType(declared: "com.microsoft.waveform-audio")
    /// AIFF audio: `public.aiff-audio`.
    public static let aiff = UTType(declared: "public.aiff-audio")
    /// MPEG-4 audio: `public.mpeg-4-audio`.
    public static let mpeg4Audio = UTType(declared: "public.mpeg-4-audio")
    /// MIDI audio: `public.midi-audio`.
    public static let midi = UTType(declared: "public.midi-audio")
    /// Playlist: `public.playlist`.
    public static let playlist = UTType(declared: "public.playlist")
    /// Playlist: `public.m3u-playlist`.
    public static let m3uPlaylist = UTType(declared: "public.m3u-playlist")
    /// PDF document: `com.adobe.pdf`.
    public static let pdf = UTType(declared: "com.adobe.pdf")
    /// Rich text with attachments: `com.apple.rtfd`.
    public static let rtfd = UTType(declared: "com.apple.rtfd")
    /// EPUB publication: `org.idpf.epub-container`.
    public static let epub = UTType(declared: "org.idpf.epub-container")
    /// ZIP archive: `public.zip-archive`.
    public static let zip = UTType(declared: "public.zip-archive")
    /// Gzip archive: `org.gnu.gnu-zip-archive`.
    public static let gzip = UTType(declared: "org.gnu.gnu-zip-archive")
    /// Bzip2 archive: `public.bzip2-archive`.
    public static let bz2 = UTType(declared: "public.bzip2-archive")
    /// Apple archive: `com.apple.archive`.
    public static let appleArchive = UTType(declared: "com.apple.archive")
    /// Spreadsheet: `public.spreadsheet`.
    public static let spreadsheet = UTType(declared: "public.spreadsheet")
    /// Presentation: `public.presentation`.
    public static let presentation = UTType(declared: "public.presentation")
    /// Database: `public.database`.
    public static let database = UTType(declared: "public.database")
    /// Message: `public.message`.
    public static let message = UTType(declared: "public.message")
    /// Email message: `public.email-message`.
    public static let emailMessage = UTType(declared: "public.email-message")
    /// Contact: `public.contact`.
    public static let contact = UTType(declared: "public.contact")
    /// VCard: `public.vcard`.
    public static let vCard = UTType(declared: "public.vcard")
    /// To-do item: `public.to-do-item`.
    public static let toDoItem = UTType(declared: "public.to-do-item")
    /// Calendar event: `public.calendar-event`.
    public static let calendarEvent = UTType(declared: "public.calendar-event")
    /// Font: `public.font`.
    public static let font = UTType(declared: "public.font")
    /// Bookmark: `public.bookmark`.
    public static let bookmark = UTType(declared: "public.bookmark")
    /// Windows executable: `com.microsoft.windows-executable`.
    public static let exe = UTType(declared: "com.microsoft.windows-executable")
    /// Unix executable: `public.unix-executable`.
    public static let unixExecutable = UTType(declared: "public.unix-executable")
    /// Web archive: `com.apple.webarchive`.
    public static let webArchive = UTType(declared: "com.apple.webarchive")
    /// Makefile: `public.make-source`.
    public static let makefile = UTType(declared: "public.make-source")
}
