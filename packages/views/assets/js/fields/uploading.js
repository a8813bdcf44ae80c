// What the controls for one file and for several have in common.

/**
 * Uploads in progress per form: its buttons are disabled until the last one is done.
 *
 * @type {WeakMap<HTMLFormElement, number>}
 */
const running = new WeakMap();

/** @param {HTMLFormElement | null} form @param {boolean} on whether an upload begins or ends */
export function hold(form, on) {
  if (!form) return;
  const count = Math.max(0, (running.get(form) ?? 0) + (on ? 1 : -1));
  running.set(form, count);
  for (const button of form.querySelectorAll('button:not([type=button]), input[type=submit]'))
    /** @type {HTMLButtonElement} */ (button).disabled = count > 0;
}

/** The server sends errors as problem+json. @param {string} text */
export function reasonOf(text) {
  const { title, detail } = parsed(text) ?? {};
  return detail ?? title;
}

/** @param {string} text */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
