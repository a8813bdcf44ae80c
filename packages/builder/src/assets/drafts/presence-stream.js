// Learns who else has this view open, and sends them the selection. The server pushes; nothing is polled.
import { post } from '../../kit/requests.js';

/** @typedef {{ tab: string, user: string, name: string, selected: string[] }} Present */
/**
 * version: of the draft; null: there is none; catalog: version of all metadata
 *
 * @typedef {{ people: Present[], version: number | null, catalog: number }} Presence
 */

/** The least time between two reports of the selection, in ms. */
const REST = 150;
/** Between two attempts to listen, in ms; it doubles. */
const AGAIN = 3000;

/**
 * @param {string} url of the builder
 * @param {{ onPresence: (presence: Presence) => void, onOpen: () => void }} parts
 * @returns {{ report: (selected: readonly string[]) => void }}
 */
export function openPresence(url, { onPresence, onOpen }) {
  const tab = crypto.randomUUID();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let attempts = 0;

  /** @type {EventSource | undefined} */
  let open;

  function listen() {
    open?.close();
    const source = new EventSource(`${url}/live?tab=${tab}`);
    open = source;
    source.addEventListener('presence', (event) => {
      attempts = 0;
      onPresence(JSON.parse(event.data));
    });
    source.addEventListener('end', () => {
      source.close();
      again();
    });
    source.addEventListener('open', onOpen);
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) again();
    });
  }

  function again() {
    setTimeout(listen, AGAIN * 2 ** Math.min(attempts++, 6) * (1 + Math.random()));
  }

  listen();
  addEventListener('pagehide', () => open?.close());
  // The browser kept the page for Back.
  addEventListener('pageshow', ({ persisted }) => persisted && listen());
  return {
    report(selected) {
      clearTimeout(waiting);
      waiting = setTimeout(() => void post(`${url}/presence`, { tab, selected }), REST);
    },
  };
}
