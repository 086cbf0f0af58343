// The WebSocket that carries events to the server and patches back.
//
// Modules register here what the server has to hear each time after a connection was made
// (`onConnect`), because a new connection knows nothing of the former one.

import { idOf } from "./elements.js";
import { apply } from "./patches.js";
import { isReturning, keepScene, offered, store, stored } from "./scene.js";

const page = document.documentElement;
let socket = null;
/** The number of the last message. Messages are numbered for the whole life of the page. */
let messageNumber = 0;
let attempts = 0;
/** Whether the tab has shown a scene before, which the server has not restored yet. */
let isRestoring = offered !== null;
/** Whether the page has been connected. */
let hasBegun = false;
/** The timer of the next attempt to connect. */
let retry = null;
/** Whether the page will be loaded again, because its window is gone. */
let isLeaving = false;
/** The time at which the server was last heard, or at which the last attempt to connect began. */
let lastHeard = 0;
/** The close code for a window that no longer exists; the same number as in WindowSocket.swift. */
const unknownWindow = 4404;
/** The maximum size of a message in bytes; the same number as in ClientMessage.swift. */
export const longestMessage = 1 << 16;
/**
 * The time in milliseconds without a message after which the connection counts as lost. The server
 * sends an empty message when it has found the window, and one every nine seconds after that.
 */
const longestSilence = 24_000;

/** Whether the page waits for the scene that the tab has shown before. */
export const awaitsScene = () => isRestoring;

// MARK: Registering

const [openings, connections, losses, refusals] = [[], [], [], []];
const presented = new Map();

/**
 * Registers a function that is called when a connection is open, before a message is sent. Messages
 * on the former one may be lost.
 */
export const onOpen = (action) => void openings.push(action);

/**
 * Registers a function that reports what the server cannot know, after a connection was made. It is
 * called with whether the server has just restored the scene.
 */
export const onConnect = (action) => void connections.push(action);

/** Registers a function that is called when the connection is lost, and after each failed attempt. */
export const onLoss = (action) => void losses.push(action);

/**
 * Registers a function that is called with the name and the payload of an event that is not sent,
 * because the connection is lost.
 */
export const onRefusal = (action) => void refusals.push(action);

/** Registers a function that returns a member of the message with the name of a scene to restore. */
export const presentWith = (name, read) => void presented.set(name, read);

// MARK: Connecting

export function connect() {
  clearTimeout(retry);
  const url = new URL(`strata/live?window=${page.dataset.window}${isRestoring ? "&restores=1" : ""}`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const line = new WebSocket(url);
  socket = line;
  lastHeard = Date.now();
  line.onopen = () => {
    attempts = 0;
    lastHeard = Date.now();
    if (isRestoring) return present();
    open();
  };
  line.onmessage = (message) => {
    lastHeard = Date.now();
    // The server accepts a connection before it looks for the window, which may be gone. The first
    // message of a new connection is empty, the next one of a later connection the redraw. Until then
    // nothing may be sent: the redraw acknowledges what arrived on the former connection.
    if (!isRestoring && !isLive() && (message.data !== "" || !hasBegun)) begin(false);
    if (message.data === "") return;
    try {
      const patch = JSON.parse(message.data);
      const wasRestoring = isRestoring;
      isRestoring = false;
      // Without a session to keep, the name was refused.
      if (wasRestoring && !patch.operations.some(([name]) => name === "scene")) keepScene(null);
      apply(patch, wasRestoring);
      if (wasRestoring) {
        open();
        begin(true);
      }
    } catch (error) {
      // The page differs from what the server assumes. Reconnecting redraws it.
      console.error(error);
      line.close();
    }
  };
  line.onclose = (event) => {
    if (event.code === unknownWindow) reload();
    else lose();
  };
}

/** Presents the name of the scene that the tab has shown. The answer is the scene. */
function present() {
  messageNumber = 1;
  const members = Object.fromEntries([...presented].map(([name, read]) => [name, read()]));
  socket.send(JSON.stringify({
    element: 0, event: "restore", number: 1, scene: offered, location: location.search, isReturning, ...members,
  }));
}

function open() {
  for (const action of openings) action();
}

function begin(isRestored) {
  hasBegun = true;
  store("reloads", null);
  page.dataset.live = "open";
  for (const action of connections) action(isRestored);
}

/**
 * Loads the page again, which gets a new window: at once, or some time later if the windows of the
 * last pages were gone, too. A server that has too little room for all its tabs would otherwise close
 * the window of one for the other, again and again.
 */
function reload() {
  const count = Number(stored("reloads")) || 0;
  store("reloads", String(count + 1));
  if (count === 0) return location.reload();
  isLeaving = true;
  lose();
  clearTimeout(retry);
  retry = setTimeout(() => location.reload(), Math.min(500 * 2 ** count, 60_000) * (0.5 + Math.random() / 2));
}

/** Notes that the connection is lost, and tries again later: many tabs not all at the same time. */
function lose() {
  page.dataset.live = "lost";
  attempts += 1;
  clearTimeout(retry);
  retry = setTimeout(connect, Math.min(250 * 2 ** attempts, 5000) * (0.5 + Math.random() / 2));
  for (const action of losses) action();
}

/** Gives up a connection on which the server is silent. The browser may not notice that for minutes. */
function checkSilence() {
  if (socket.readyState > WebSocket.OPEN || Date.now() - lastHeard < longestSilence) return;
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.close();
  lose();
}

/** Tries to connect at once, if the connection is lost: the user is back, or the network. */
function hurry() {
  if (!socket || isLeaving) return;
  checkSilence();
  if (page.dataset.live === "lost" && socket.readyState > WebSocket.OPEN) connect();
}

setInterval(() => socket && checkSilence(), 2_000);
addEventListener("online", hurry);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());

// MARK: Sending

/** The size of a text in a message, in bytes. */
export const sizeOf = (text) => new TextEncoder().encode(text).length;

/**
 * Whether the connection is lost. What the user does then is not sent later: it would act on a page
 * that the user has not seen. Exceptions are text (input.js), and the end of what has begun before
 * (unfinished.js).
 */
export const isLost = () => page.dataset.live === "lost";

/** Whether the server has found the window of the connection. */
export const isLive = () => page.dataset.live === "open";

/**
 * Sends an event of the user. Returns the number of the message, or false if there is no
 * connection.
 */
export function send(element, event, more) {
  if (isLost()) for (const action of refusals) action(event, more ?? {});
  if (socket?.readyState !== WebSocket.OPEN || isRestoring || isLost()) return false;
  const message = JSON.stringify({ element: idOf(element), event, number: messageNumber + 1, ...more });
  // The server would close the connection.
  if (message.length * 3 > longestMessage && sizeOf(message) > longestMessage) {
    console.error(`The event "${event}" is too long to be sent.`);
    return false;
  }
  messageNumber += 1;
  // Until the server acknowledges this message, the control's value is newer than its patches.
  if ("value" in element) element.lastInput = messageNumber;
  socket.send(message);
  return messageNumber;
}
