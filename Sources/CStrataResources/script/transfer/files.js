// Files: uploads those that the user chooses in the dialog of a file importer or drops, and
// downloads those that the app exports. FileTransfer.swift describes the server's part.

import { send } from "../core/connection.js";
import { idOf } from "../core/elements.js";
import { onOperation, onRemoval } from "../core/patches.js";

/** The request that is under way for each dialog. */
const uploads = new WeakMap();
/** The number of the user's last choice. The server removes the files of the former ones that failed. */
let choices = 0;

document.addEventListener("strata:choosing", ({ target }) => {
  const input = target.querySelector(".file-input");
  // Browsers open their chooser only shortly after a click or a key press.
  if (!navigator.userActivation?.isActive) return;
  try {
    input.showPicker();
  } catch {
    // The user presses the dialog's button instead.
  }
});

document.addEventListener("change", async ({ target }) => {
  const dialog = target.closest?.(".file-importer");
  if (!dialog || target.files.length === 0) return;
  const files = [...target.files];
  const status = dialog.querySelector(".file-status");
  const progress = dialog.querySelector(".file-progress");
  const total = files.reduce((sum, file) => sum + file.size, 0) || 1;
  progress.hidden = false;
  target.disabled = true;
  let sent = 0;
  choices += 1;
  const choice = choices;
  const ids = [];
  try {
    for (const file of files) {
      status.textContent = `Uploading ${file.name}…`;
      ids.push(await upload(dialog, file, (bytes) => (progress.value = (sent + bytes) / total), choice));
      sent += file.size;
    }
    if (send(dialog, "files", { files: ids }) === false) throw new Error("The connection was lost. Choose the files again.");
  } catch (error) {
    status.textContent = error.message;
    target.disabled = false;
    target.value = "";
    progress.hidden = true;
  }
});

/**
 * Uploads a file, or text without a name, to an element. Returns its ID.
 *
 * @param choice The number of the user's choice; null in an element that takes several at a time.
 */
export function upload(element, file, report, choice = null) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    uploads.set(element, request);
    request.open("PUT", "strata/files");
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.setRequestHeader("Strata-Window", document.documentElement.dataset.window);
    request.setRequestHeader("Strata-Element", idOf(element));
    if (choice !== null) request.setRequestHeader("Strata-Batch", choice);
    request.setRequestHeader("Strata-Filename", encodeURIComponent(file.name ?? ""));
    request.upload.onprogress = (event) => report(event.loaded);
    request.onload = () => (request.status === 201 ? resolve(request.responseText) : reject(new Error(request.responseText)));
    request.onerror = () => reject(new Error("The file could not be sent. It may be too large, or the connection broke."));
    request.send(file);
  });
}

onRemoval((element) => {
  if (element.matches(".file-importer")) uploads.get(element)?.abort();
});

// The app exports a file.
onOperation("download", (id) => {
  const link = document.createElement("a");
  link.href = `strata/files/${id}`;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
});
