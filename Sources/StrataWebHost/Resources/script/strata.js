// The browser's side of a window: applies patches to the page and reports the user's events. Each
// behavior is a module of its own.
//
// The page arrives fully rendered. The script indexes its elements by ID, opens a WebSocket with
// the window's token and from then on applies the server's patches (see Patch.swift) in order. It
// keeps no model of its own: the server's view graph is the state, and the page shows it. Only the
// browser knows scroll positions, the focus, unsent text and the measured heights of rows. They
// survive patches and reconnections.
//
// A tab that has shown a scene before presents the scene's name when it connects, and the server's
// first patch is the restored scene (scene.js). Until then, the page is hidden.
//
// If the connection breaks, the script tries again with growing delays, and the server answers with
// a redraw of the whole window. If the server has closed the window meanwhile, the page is
// reloaded. A redraw also repairs inconsistencies: a patch that cannot be applied closes the
// connection.

import { observeAnchors } from "./anchors.js";
import { adopt } from "./elements.js";
import { awaitsScene, connect } from "./connection.js";
import { followHistory } from "./history.js";
import { isHandoff } from "./scene.js";
import { observeMatches } from "./matches.js";
import { showSelectedRows } from "./places.js";
import { placeRefreshButtons } from "./refreshing.js";
import { updateScrollTransitions } from "./scrolltransitions.js";
import { observeSizes } from "./sizes.js";
import { chooseStops } from "./stops.js";
import { updateSymbols } from "./symbols.js";
import { showValues } from "./values.js";
import { updateTimes } from "./times.js";
import "./choices.js";
import "./commands.js";
import "./contextmenus.js";
import "./drops.js";
import "./ends.js";
import "./gestures.js";
import "./hover.js";
import "./keypresses.js";
import "./keys.js";
import "./menus.js";
import "./moves.js";
import "./navigation.js";
import "./pages.js";
import "./pastes.js";
import "./pinches.js";
import "./presentations.js";
import "./presses.js";
import "./search.js";
import "./selection.js";
import "./sharing.js";
import "./snaps.js";
import "./swipes.js";
import "./texts.js";
import "./toggles.js";
// The last module: it acts on keys that no other one has handled.
import "./focussections.js";

adopt(document.body);
observeSizes();
observeAnchors();
observeMatches();
chooseStops();
placeRefreshButtons();
showValues(0);
updateTimes();
updateSymbols();
updateScrollTransitions();
// The URL keeps a link to an activity until the server has accepted it.
if (!awaitsScene() && !isHandoff) followHistory();
if (!awaitsScene()) showSelectedRows();
connect();
