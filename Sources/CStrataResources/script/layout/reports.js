// Reports of the page about its elements that no action of the user causes: sizes, and measurements
// of layouts. The server limits the rate of messages, and a page may have thousands of such
// elements. So reports share a message (see ReportsMessage.swift).
//
// What the page reports once is sent at once. While something changes in each frame, such as the
// width of the window, reports have pauses, because the server evaluates views for each of them.

import { isLive, longestMessage, send, sizeOf } from "../core/connection.js";
import { elements } from "../core/elements.js";

/** The pause in milliseconds after a message, and the one after each report in it. */
const [messagePause, reportPause] = [8, 0.5];
/** The sum of the pauses that reports need not wait for, in milliseconds. */
const grace = 1000;
/** The space in a message for the other members, in bytes. */
const header = 300;

/** The functions that have something to report. */
const waiting = new Set();
/** The time before which nothing is sent. */
let nextReports = 0;
let timer = null;

/** Yields the reports in groups that fit into a message. */
function* messages(reports) {
  let [group, size] = [[], header];
  for (const report of reports) {
    const length = sizeOf(JSON.stringify(report)) + 1;
    if (group.length > 0 && size + length > longestMessage) {
      yield group;
      [group, size] = [[], header];
    }
    group.push(report);
    size += length;
  }
  if (group.length > 0) yield group;
}

function sendReports() {
  clearTimeout(timer);
  const now = performance.now();
  if (now < nextReports) {
    timer = setTimeout(sendReports, nextReports - now);
    return;
  }
  // After the connection was made, everything is reported.
  const collectors = [...waiting];
  waiting.clear();
  const reports = isLive() ? collectors.flatMap((collect) => collect()) : [];
  nextReports = Math.max(nextReports, now - grace);
  for (const group of messages(reports)) {
    send(elements.get(0), "reports", { reports: group });
    nextReports += messagePause + group.length * reportPause;
  }
}

/**
 * Registers a function that returns reports: events of elements with the members `element`, the ID,
 * and `event`, the name. It has to return all of them after a connection was made.
 *
 * Returns a function that has the reports collected and sent: at once, or after the pause.
 */
export const reporter = (collect) => () => {
  waiting.add(collect);
  sendReports();
};
