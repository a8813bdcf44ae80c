// What the user keeps about a list: asked for once per page and list.
import { request } from '@plinth/plugin/browser/request';

/** @type {Map<string, Promise<{ json: any }>>} */
const known = new Map();

/** @param {string} view @param {{ again?: boolean }} [options] @returns {Promise<{ json: any }>} json: null without an answer */
export function settingsOf(view, { again = false } = {}) {
  const last = again ? undefined : known.get(view);
  if (last) return last;
  const asked = request(`/view/${view}/saved`).then(({ ok, json }) => ({ json: ok ? json : null }));
  known.set(view, asked);
  return asked;
}

/** What is still to be sent, by view. @type {Map<string, object>} */
const unsent = new Map();
/** Views whose settings are on their way. @type {Set<string>} */
const sending = new Set();

/**
 * Keeps settings on the server. One request follows another, so that none overtakes a newer one.
 *
 * @param {string} view @param {object} settings
 */
export function keepSettings(view, settings) {
  unsent.set(view, { ...unsent.get(view), ...settings });
  if (!sending.has(view)) void sendAll(view);
}

/** @param {string} view */
async function sendAll(view) {
  sending.add(view);
  while (unsent.has(view)) await sendNext(view);
  sending.delete(view);
}

/** @param {string} view */
function sendNext(view) {
  const body = unsent.get(view);
  unsent.delete(view);
  return request(`/view/${view}/list-settings`, { method: 'PATCH', body, keepalive: true });
}

// Whoever leaves the page does not wait for the request before.
addEventListener('pagehide', () => {
  for (const view of unsent.keys()) void sendNext(view);
});

/** What somebody goes back to is as they left it. */
export function isBack() {
  const came = performance.getEntriesByType('navigation')[0];
  return /** @type {PerformanceNavigationTiming | undefined} */ (came)?.type === 'back_forward';
}
