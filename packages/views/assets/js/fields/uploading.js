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

/**
 * Sends a file ahead of what it belongs to.
 *
 * @param {string} address
 * @param {{ path: string, file: File, failed: string, progress: (part: number) => void }} options path: of the field, as in
 *   "photos.picture": it decides about the right to upload; failed: said where the server gives no reason
 * @returns {Promise<{ stored: any, problem: string }>}
 */
export function sendFile(address, { path, file, failed, progress }) {
  const [table, field = ''] = path.split('.');
  const body = new FormData();
  for (const [name, value] of Object.entries({ table, field })) body.append(name, value);
  body.append('file', file);
  const request = new XMLHttpRequest();
  request.upload.addEventListener('progress', (part) => part.lengthComputable && progress(part.loaded / part.total));
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => {
      const stored = request.status >= 200 && request.status < 300 ? parsed(request.responseText) : null;
      resolve({ stored: stored?.id ? stored : null, problem: reasonOf(request.responseText) ?? failed });
    });
    request.open('POST', address);
    request.setRequestHeader('Accept', 'application/json');
    request.send(body);
  });
}
