// What the user does, apart from what the browser does by itself.

/**
 * Whether an event of a control comes from the user. A browser that restores the values of an
 * earlier page, or fills in a password as the page opens, sends the same events before the user has
 * touched the page. Editing names its kind (`inputType`), and a script acts for a person or a test.
 */
export const isUserAction = (event) =>
  !event.isTrusted || Boolean(event.inputType) || navigator.userActivation?.hasBeenActive !== false;
