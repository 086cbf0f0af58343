import Foundation
import StrataViewGraph

/// The script and style sheet of every page, served under a path with their version.
///
/// The version is a hash of all files. A browser can cache them forever, because a page of
/// another version names other paths. The script's modules import each other by relative paths, so
/// they always have the same version.
enum Assets {
    /// A served file: its content and media type.
    struct File {
        let bytes: [UInt8]
        let type: String
    }

    /// The files by their names in a URL.
    static let files: [String: File] = {
        var files = [
            "activities.js": PackageResources.activities_js,
            "activitysearch.js": PackageResources.activitysearch_js,
            "anchors.js": PackageResources.anchors_js,
            "animations.js": PackageResources.animations_js,
            "announcements.js": PackageResources.announcements_js,
            "choices.js": PackageResources.choices_js,
            "clicks.js": PackageResources.clicks_js,
            "commands.js": PackageResources.commands_js,
            "connection.js": PackageResources.connection_js,
            "contextmenus.js": PackageResources.contextmenus_js,
            "declarations.js": PackageResources.declarations_js,
            "drags.js": PackageResources.drags_js,
            "drops.js": PackageResources.drops_js,
            "early.js": PackageResources.early_js,
            "elements.js": PackageResources.elements_js,
            "ends.js": PackageResources.ends_js,
            "files.js": PackageResources.files_js,
            "focus.js": PackageResources.focus_js,
            "focussections.js": PackageResources.focussections_js,
            "gestures.js": PackageResources.gestures_js,
            "handoff.js": PackageResources.handoff_js,
            "heroes.js": PackageResources.heroes_js,
            "history.js": PackageResources.history_js,
            "hover.js": PackageResources.hover_js,
            "gaps.js": PackageResources.gaps_js,
            "images.js": PackageResources.images_js,
            "input.js": PackageResources.input_js,
            "keypresses.js": PackageResources.keypresses_js,
            "keys.js": PackageResources.keys_js,
            "lists.js": PackageResources.lists_js,
            "matches.js": PackageResources.matches_js,
            "menus.js": PackageResources.menus_js,
            "moves.js": PackageResources.moves_js,
            "navigation.js": PackageResources.navigation_js,
            "outline.js": PackageResources.outline_js,
            "pagefocus.js": PackageResources.pagefocus_js,
            "pages.js": PackageResources.pages_js,
            "pastes.js": PackageResources.pastes_js,
            "patches.js": PackageResources.patches_js,
            "pinches.js": PackageResources.pinches_js,
            "places.js": PackageResources.places_js,
            "platform.js": PackageResources.platform_js,
            "positions.js": PackageResources.positions_js,
            "presentations.js": PackageResources.presentations_js,
            "presses.js": PackageResources.presses_js,
            "refreshing.js": PackageResources.refreshing_js,
            "reveal.js": PackageResources.reveal_js,
            "rotors.js": PackageResources.rotors_js,
            "scene.js": PackageResources.scene_js,
            "scrolls.js": PackageResources.scrolls_js,
            "scrolltransitions.js": PackageResources.scrolltransitions_js,
            "search.js": PackageResources.search_js,
            "selection.js": PackageResources.selection_js,
            "sharing.js": PackageResources.sharing_js,
            "shortcuts.js": PackageResources.shortcuts_js,
            "sizes.js": PackageResources.sizes_js,
            "snaps.js": PackageResources.snaps_js,
            "springs.js": PackageResources.springs_js,
            "stops.js": PackageResources.stops_js,
            "strata.js": PackageResources.strata_js,
            "surroundings.js": PackageResources.surroundings_js,
            "swipes.js": PackageResources.swipes_js,
            "symbols.js": PackageResources.symbols_js,
            "texts.js": PackageResources.texts_js,
            "times.js": PackageResources.times_js,
            "timings.js": PackageResources.timings_js,
            "toggles.js": PackageResources.toggles_js,
            "transitions.js": PackageResources.transitions_js,
            "values.js": PackageResources.values_js,
            "windows.js": PackageResources.windows_js,
            "windowzone.js": PackageResources.windowzone_js,
        ].mapValues { File(bytes: $0, type: "text/javascript; charset=utf-8") }
        files["strata.css"] = File(bytes: styleSheet, type: "text/css; charset=utf-8")
        return files
    }()

    /// The style sheets, joined in the order in which they apply. They are in a cascade layer, so
    /// that the rules of a page (``PageStyles``) take precedence over them.
    private static let styleSheet = Array("@layer strata{".utf8) + styles + Array("}".utf8)

    private static let styles = Array(Color.Semantic.styleSheet.utf8) + sheets

    private static let sheets = [
        PackageResources.tokens_css,
        PackageResources.layout_css,
        PackageResources.controls_css,
        PackageResources.commands_css,
        PackageResources.contextmenus_css,
        PackageResources.drags_css,
        PackageResources.fields_css,
        PackageResources.forms_css,
        PackageResources.gestures_css,
        PackageResources.grids_css,
        PackageResources.groups_css,
        PackageResources.images_css,
        PackageResources.layers_css,
        PackageResources.lists_css,
        PackageResources.menus_css,
        PackageResources.navigation_css,
        PackageResources.pickers_css,
        PackageResources.rotors_css,
        PackageResources.scrolling_css,
        PackageResources.search_css,
        PackageResources.shapes_css,
        PackageResources.splits_css,
        PackageResources.tables_css,
        PackageResources.tabs_css,
        PackageResources.text_css,
        PackageResources.toggles_css,
        PackageResources.values_css,
        PackageResources.dialogs_css,
        PackageResources.sheets_css,
        PackageResources.leaving_css,
        PackageResources.windows_css,
        PackageResources.activities_css,
        PackageResources.connection_css,
        PackageResources.motion_css,
    ].flatMap { $0 }

    /// The hash of all files, in hexadecimal digits.
    static let version: String = {
        var hash = StableHash()
        for (_, file) in files.sorted(by: { $0.key < $1.key }) { hash.combine(file.bytes) }
        return String(hash.value, radix: 16)
    }()

    /// Returns the path of a file, relative to the page.
    static func path(of name: String) -> String { "strata/\(version)/\(name)" }
}
