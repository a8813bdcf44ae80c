// What the user keeps about a list: asked for once per page and list.

/** @type {Map<string, Promise<{ json: any }>>} */
const known = new Map();

/** @param {string} view @param {{ again?: boolean }} [options] @returns {Promise<{ json: any }>} json: null without an answer */
export function settingsOf(view, { again = false } = {}) {
  const last = again ? undefined : known.get(view);
  if (last) return last;
  const asked = fetch(`/view/${view}/saved`, { headers: { Accept: 'application/json' } })
    .then(async (answer) => ({ json: answer.ok ? await answer.json() : null }))
    .catch(() => ({ json: null }));
  known.set(view, asked);
  return asked;
}

/** @param {string} view @param {object} settings */
export function keepSettings(view, settings) {
  return fetch(`/view/${view}/list-settings`, {
    method: 'PATCH',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
    keepalive: true,
  }).catch(() => null);
}

/** What somebody goes back to is as they left it. */
export function isBack() {
  const came = performance.getEntriesByType('navigation')[0];
  return /** @type {PerformanceNavigationTiming | undefined} */ (came)?.type === 'back_forward';
}
