// Live views: they are renewed when the server reports a possible change.
import { refreshViews } from './refresh.js';

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
  // Without a connection, the stream reconnects by itself and reports what was missed.
  await refreshViews((section) => section.hasAttribute('data-pl-live'));
  asking = false;
  if (again) later();
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : connect()));
addEventListener('pagehide', close);
addEventListener('pageshow', (event) => event.persisted && connect());
connect();
