// The platform of the browser.

/** Whether the keyboard has a command key, which is reported as Meta. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
