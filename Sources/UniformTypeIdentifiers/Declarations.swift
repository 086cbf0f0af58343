// The declarations of the common types, as Apple documents them: identifiers, filename extensions,
// MIME types and conformance.

/// The declaration of a type.
struct Declaration: Sendable {
    let identifier: String
    let extensions: [String]
    let mimeTypes: [String]
    /// A description in English.
    let name: String
    /// The identifiers of the types to which the type conforms directly.
    let supertypes: [String]
}

/// The known types.
enum Declarations {
    static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    private static let byExtension = index(\.extensions)
    private static let byMIMEType = index(\.mimeTypes)

    /// Returns the identifiers of the types with a tag, those that prefer it first.
    static func identifiers(of tag: String, _ tagClass: UTTagClass) -> [String] {
        switch tagClass {
        case .filenameExtension: byExtension[tag] ?? []
        case .mimeType: byMIMEType[tag] ?? []
        default: []
        }
    }

    private static func index(_ tags: (Declaration) -> [String]) -> [String: [String]] {
        var index: [String: [String]] = [:]
        for declaration in all { for tag in tags(declaration) { index[tag, default: []].append(declaration.identifier) } }
        return index
    }

    private static let all: [Declaration] = table.split(separator: "\n").map { line in
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        return Declaration(
            identifier: parts[0], extensions: words(parts[1]), mimeTypes: words(parts[2]), name: parts[3],
            supertypes: words(parts[4]))
    }

    /// A type in each line: its identifier, filename extensions, MIME types, description, and the
    /// types to which it conforms.
    private static let table = """
        public.item|||item|
        public.content|||content|
        public.composite-content|||composite content|public.content
        public.data|||data|public.item
        public.directory|||directory|public.item
        public.folder|||folder|public.directory
        public.symlink|||symbolic link|public.item
        com.apple.package|||package|public.directory
        com.apple.bundle|||bundle|public.directory
        com.apple.resolvable|||resolvable|
        public.executable|||executable|public.item
        public.disk-image|||disk image|public.item
        public.archive|||archive|public.item
        public.text|||text|public.data public.content
        public.plain-text|txt text|text/plain|plain text|public.text
        public.utf8-plain-text|||Unicode text|public.plain-text
        public.utf16-plain-text|||Unicode text|public.plain-text
        public.delimited-values-text|||delimited text|public.text
        public.comma-separated-values-text|csv|text/csv|comma-separated values|public.delimited-values-text
        public.tab-separated-values-text|tsv|text/tab-separated-values|tab-separated values|public.delimited-values-text
        public.rtf|rtf|text/rtf application/rtf|rich text|public.text public.composite-content
        public.html|html htm|text/html|HTML text|public.text
        public.xml|xml|application/xml text/xml|XML text|public.text
        public.yaml|yml yaml|application/x-yaml|YAML text|public.text
        public.css|css|text/css|CSS text|public.text
        public.source-code|||source code|public.plain-text
        public.swift-source|swift||Swift source|public.source-code
        public.c-source|c||C source|public.source-code
        public.c-header|h||C header|public.source-code
        public.c-plus-plus-source|cpp cp cc cxx c++||C++ source|public.source-code
        public.c-plus-plus-header|hpp hh hxx||C++ header|public.source-code
        public.objective-c-source|m||Objective-C source|public.source-code
        public.script|||script|public.source-code
        public.shell-script|sh command||shell script|public.script
        public.python-script|py|text/x-python|Python script|public.shell-script
        public.ruby-script|rb rbw|text/x-ruby|Ruby script|public.shell-script
        public.perl-script|pl pm|text/x-perl|Perl script|public.shell-script
        public.php-script|php|text/php|PHP script|public.shell-script
        com.netscape.javascript-source|js mjs|text/javascript application/javascript|JavaScript|public.source-code public.executable
        public.json|json|application/json|JSON text|public.text
        public.geojson|geojson|application/geo+json|GeoJSON|public.json
        com.apple.property-list|plist||property list|public.data
        com.apple.xml-property-list|||XML property list|public.xml com.apple.property-list
        com.apple.binary-property-list|||binary property list|com.apple.property-list
        net.daringfireball.markdown|md markdown|text/markdown|Markdown text|public.plain-text
        public.log|log||log|public.plain-text
        public.url||text/uri-list|URL|public.data
        public.file-url|||file URL|public.url
        public.image|||image|public.data public.content
        public.jpeg|jpeg jpg jpe|image/jpeg|JPEG image|public.image
        public.png|png|image/png|PNG image|public.image
        com.compuserve.gif|gif|image/gif|GIF image|public.image
        public.tiff|tiff tif|image/tiff|TIFF image|public.image
        com.microsoft.bmp|bmp|image/bmp|BMP image|public.image
        com.microsoft.ico|ico|image/vnd.microsoft.icon|icon|public.image
        com.apple.icns|icns||icon|public.image
        public.svg-image|svg svgz|image/svg+xml|SVG image|public.image public.xml
        org.webmproject.webp|webp|image/webp|WebP image|public.image
        public.heic|heic|image/heic|HEIC image|public.heif-standard
        public.heif|heif|image/heif|HEIF image|public.heif-standard
        public.heif-standard|||HEIF image|public.image
        public.camera-raw-image|||raw image|public.image
        public.audiovisual-content|||audiovisual content|public.data public.content
        public.movie|||movie|public.audiovisual-content
        public.video|||video|public.movie
        public.audio|||audio|public.audiovisual-content
        com.apple.quicktime-movie|mov qt|video/quicktime|QuickTime movie|public.movie
        public.mpeg-4|mp4 mpg4|video/mp4|MPEG-4 movie|public.movie
        public.mpeg|mpg mpeg|video/mpeg|MPEG movie|public.movie
        public.avi|avi|video/avi video/x-msvideo|AVI movie|public.movie
        org.webmproject.webm|webm|video/webm|WebM movie|public.movie
        public.mp3|mp3|audio/mpeg|MP3 audio|public.audio
        com.microsoft.waveform-audio|wav wave|audio/wav audio/x-wav|WAV audio|public.audio
        public.aiff-audio|aiff aif|audio/aiff|AIFF audio|public.audio
        public.mpeg-4-audio|m4a mp4|audio/mp4|MPEG-4 audio|public.audio
        public.midi-audio|midi mid|audio/midi|MIDI audio|public.audio
        public.playlist|||playlist|
        public.m3u-playlist|m3u m3u8|audio/mpegurl|playlist|public.text public.playlist
        com.adobe.pdf|pdf|application/pdf|PDF document|public.data public.composite-content
        com.apple.rtfd|rtfd||rich text with attachments|com.apple.package public.composite-content
        org.idpf.epub-container|epub|application/epub+zip|EPUB publication|public.data public.composite-content
        public.zip-archive|zip|application/zip|ZIP archive|public.data public.archive
        org.gnu.gnu-zip-archive|gz gzip|application/gzip application/x-gzip|gzip archive|public.data public.archive
        public.bzip2-archive|bz2 bzip2|application/x-bzip2|bzip2 archive|public.data public.archive
        com.apple.archive|aar||Apple archive|public.data public.archive
        public.tar-archive|tar|application/x-tar|tar archive|public.data public.archive
        public.spreadsheet|||spreadsheet|public.content
        public.presentation|||presentation|public.composite-content
        public.database|||database|
        public.message|||message|
        public.email-message|eml|message/rfc822|email message|public.data public.message
        public.contact|||contact|
        public.vcard|vcf vcard|text/vcard text/x-vcard|vCard|public.text public.contact
        public.to-do-item|||to-do item|
        public.calendar-event|ics||calendar event|
        public.font|||font|
        public.bookmark|||bookmark|
        com.microsoft.windows-executable|exe|application/x-msdownload|Windows executable|public.data public.executable
        public.unix-executable|||Unix executable|public.data public.executable
        com.apple.webarchive|webarchive|application/x-webarchive|web archive|public.data public.composite-content
        public.make-source|||makefile|public.script
        """
}
