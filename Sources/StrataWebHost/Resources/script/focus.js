// The focus, which stays where it is when the page changes around it.

/**
 * Runs a change of the document and then restores the focus: to the same element or, if its row
 * was removed, to the row that followed.
 */
export function keepingFocus(change) {
  const focused = document.activeElement;
  const row = focused?.closest(".row");
  const rows = row ? [...document.querySelectorAll(".row[data-id]")] : [];
  change();
  if (!focused || focused === document.body || document.activeElement === focused) return;
  if (focused.isConnected) return focused.focus({ preventScroll: true });
  if (!row || document.activeElement !== document.body) return;
  const position = rows.indexOf(row);
  const next = rows.slice(position + 1).find((each) => each.isConnected) ?? rows.slice(0, position).findLast((each) => each.isConnected);
  next?.focus({ preventScroll: true });
}
