// What the user keeps about a list: asked for once per page and list.
import { request } from '@plinth/plugin/browser/request';

/** @import { Reply } from '@plinth/plugin/browser/request' */
/** @import { Saver } from '@plinth/plugin/browser/saver' */

/** @type {Map<string, Promise<{ json: any }>>} */
const known = new Map();

/** @param {string} view @param {{ again?: boolean }} [options] @returns {Promise<{ json: any }>} json: null without an answer */
export function settingsOf(view, { again = false } = {}) {
  const last = again ? undefined : known.get(view);
  if (last) return last;
  const asked = request(`/view/${view}/saved`).then(({ ok, json }) => {
    // Whoever asks next is told what is so then.
    if (!ok && known.get(view) === asked) known.delete(view);
    return { json: ok ? json : null };
  });
  known.set(view, asked);
  return asked;
}

/** What is still to be sent, by view. @type {Map<string, object>} */
const unsent = new Map();

/** @param {string} view @param {object} body */
const send = (view, body) => request(`/view/${view}/list-settings`, { method: 'PATCH', body, keepalive: true });

/** By view. @type {Map<string, Promise<Saver<object, Reply>>>} */
const savers = new Map();

/** Most people change nothing, so it comes with the first change. @param {string} view @returns {Promise<Saver<object, Reply>>} */
async function saverOf(view) {
  const { Saver } = await import('@plinth/plugin/browser/saver');
  return new Saver({
    next: () => unsent.get(view) ?? null,
    send: (/** @type {object} */ body) => send(view, body),
    // What was changed meanwhile is another object, with all of this one.
    taken: (_, body) => void (unsent.get(view) === body && unsent.delete(view)),
  });
}

/** Keeps settings on the server. @param {string} view @param {object} settings */
export function keepSettings(view, settings) {
  unsent.set(view, { ...unsent.get(view), ...settings });
  const saver = savers.get(view) ?? saverOf(view);
  savers.set(view, saver);
  saver.then(
    (one) => one.flush(),
    () => savers.delete(view),
  );
}

// Whoever leaves the page does not wait for the request before.
addEventListener('pagehide', () => {
  for (const [view, body] of unsent) void send(view, body);
});

/** What somebody goes back to is as they left it. */
export function isBack() {
  const came = performance.getEntriesByType('navigation')[0];
  return /** @type {PerformanceNavigationTiming | undefined} */ (came)?.type === 'back_forward';
}
