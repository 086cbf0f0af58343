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
            "early.js": PackageResources.early_js,
            "strata.js": PackageResources.strata_js,
            "controls/choices.js": PackageResources.choices_js,
            "controls/commands.js": PackageResources.commands_js,
            "controls/contextmenus.js": PackageResources.contextmenus_js,
            "controls/menus.js": PackageResources.menus_js,
            "controls/navigation.js": PackageResources.navigation_js,
            "controls/pages.js": PackageResources.pages_js,
            "controls/presentations.js": PackageResources.presentations_js,
            "controls/presses.js": PackageResources.presses_js,
            "controls/refreshing.js": PackageResources.refreshing_js,
            "controls/selection.js": PackageResources.selection_js,
            "controls/shortcuts.js": PackageResources.shortcuts_js,
            "controls/toggles.js": PackageResources.toggles_js,
            "core/connection.js": PackageResources.connection_js,
            "core/elements.js": PackageResources.elements_js,
            "core/keyboard.js": PackageResources.keyboard_js,
            "core/patches.js": PackageResources.patches_js,
            "core/platform.js": PackageResources.platform_js,
            "core/scene.js": PackageResources.scene_js,
            "fields/input.js": PackageResources.input_js,
            "fields/search.js": PackageResources.search_js,
            "fields/textchanges.js": PackageResources.textchanges_js,
            "fields/typed.js": PackageResources.typed_js,
            "fields/useractions.js": PackageResources.useractions_js,
            "fields/values.js": PackageResources.values_js,
            "focus/focus.js": PackageResources.focus_js,
            "focus/pagefocus.js": PackageResources.pagefocus_js,
            "focus/reveal.js": PackageResources.reveal_js,
            "focus/stops.js": PackageResources.stops_js,
            "gestures/gestures.js": PackageResources.gestures_js,
            "gestures/hover.js": PackageResources.hover_js,
            "gestures/pinches.js": PackageResources.pinches_js,
            "gestures/swipes.js": PackageResources.swipes_js,
            "keyboard/focussections.js": PackageResources.focussections_js,
            "keyboard/keypresses.js": PackageResources.keypresses_js,
            "keyboard/keys.js": PackageResources.keys_js,
            "keyboard/rotors.js": PackageResources.rotors_js,
            "keyboard/undo.js": PackageResources.undo_js,
            "layout/anchors.js": PackageResources.anchors_js,
            "layout/ends.js": PackageResources.ends_js,
            "layout/gaps.js": PackageResources.gaps_js,
            "layout/layouts.js": PackageResources.layouts_js,
            "layout/lists.js": PackageResources.lists_js,
            "layout/offsets.js": PackageResources.offsets_js,
            "layout/positions.js": PackageResources.positions_js,
            "layout/scrolls.js": PackageResources.scrolls_js,
            "layout/sizes.js": PackageResources.sizes_js,
            "layout/snaps.js": PackageResources.snaps_js,
            "motion/animations.js": PackageResources.animations_js,
            "motion/declarations.js": PackageResources.declarations_js,
            "motion/heroes.js": PackageResources.heroes_js,
            "motion/matches.js": PackageResources.matches_js,
            "motion/scrolltransitions.js": PackageResources.scrolltransitions_js,
            "motion/springs.js": PackageResources.springs_js,
            "motion/symbols.js": PackageResources.symbols_js,
            "motion/timings.js": PackageResources.timings_js,
            "motion/transitions.js": PackageResources.transitions_js,
            "page/announcements.js": PackageResources.announcements_js,
            "page/clicks.js": PackageResources.clicks_js,
            "page/dialogs.js": PackageResources.dialogs_js,
            "page/images.js": PackageResources.images_js,
            "page/notices.js": PackageResources.notices_js,
            "page/outline.js": PackageResources.outline_js,
            "page/surroundings.js": PackageResources.surroundings_js,
            "page/texts.js": PackageResources.texts_js,
            "page/times.js": PackageResources.times_js,
            "transfer/drags.js": PackageResources.drags_js,
            "transfer/drops.js": PackageResources.drops_js,
            "transfer/files.js": PackageResources.files_js,
            "transfer/moves.js": PackageResources.moves_js,
            "transfer/pastes.js": PackageResources.pastes_js,
            "transfer/sharing.js": PackageResources.sharing_js,
            "transfer/windowzone.js": PackageResources.windowzone_js,
            "window/activities.js": PackageResources.activities_js,
            "window/activitysearch.js": PackageResources.activitysearch_js,
            "window/handoff.js": PackageResources.handoff_js,
            "window/history.js": PackageResources.history_js,
            "window/places.js": PackageResources.places_js,
            "window/reconnecting.js": PackageResources.reconnecting_js,
            "window/windows.js": PackageResources.windows_js,
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
