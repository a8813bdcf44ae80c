// Live views: the page is requested again when the server reports a possible change, and only differences are applied,
// so that focus, scroll position and input are kept.
import { morph } from '../morph.js';

/** Changes close together are combined, and clients spread their requests. In ms. */
const GATHER = 60;
const JITTER = 200;
const REST = 1000;

/** @type {EventSource | null} */
let source = null;
let place = '';
let askedAt = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let asking = false;
let again = false;
let refusals = 0;

const sections = () =>
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-pl-live]'))].filter(
    (section) => !section.closest('dialog'),
  );

function connect() {
  close();
  const names = [...new Set(sections().map(({ dataset }) => dataset.view ?? ''))].filter(Boolean).slice(0, 20);
  if (names.length === 0 || document.hidden) return;
  const query = new URLSearchParams([['view', names.join(',')], ...(place ? [['last_event_id', place]] : [])]);
  source = new EventSource(`/api/v1/changes?${query}`);
  const isFirst = place === '';
  source.addEventListener('ready', (event) => {
    // The page may have been rendered before the stream started.
    if (isFirst && place === '') later();
    place = event.lastEventId;
    refusals = 0;
  });
  for (const kind of ['changed', 'reset']) {
    source.addEventListener(kind, (event) => {
      if (event.lastEventId) place = event.lastEventId;
      later();
    });
  }
  // The views may have changed, or the session may have ended: the next attempt shows.
  source.addEventListener('end', later);
  // Refused, or a browser that doesn't reconnect automatically.
  source.addEventListener('error', () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    setTimeout(connect, 5000 * 2 ** Math.min(refusals++, 6) * (1 + Math.random()));
  });
}

function close() {
  source?.close();
  source = null;
}

function later() {
  if (asking) again = true;
  if (asking || timer !== undefined) return;
  const rest = Math.max(0, askedAt + REST - performance.now());
  timer = setTimeout(refresh, rest + GATHER + Math.random() * JITTER);
}

async function refresh() {
  timer = undefined;
  if (document.hidden) return;
  [asking, again, askedAt] = [true, false, performance.now()];
  const { href } = location;
  try {
    const answer = await fetch(href, { headers: { Accept: 'text/html' } });
    // If the login is required, keep showing the page until the user acts.
    if (answer.ok && !answer.redirected && href === location.href) put(await answer.text());
  } catch {
    // No connection: the stream reconnects by itself and reports what was missed.
  }
  asking = false;
  if (again) later();
}

/** @param {string} text of a page */
function put(text) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  for (const section of sections()) {
    const next = page.getElementById(section.id);
    if (!next || section.isEqualNode(next)) continue;
    morph(section, next);
    globalThis.htmx?.process(section);
    document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
  }
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : connect()));
addEventListener('pagehide', close);
addEventListener('pageshow', (event) => event.persisted && connect());
connect();
