// Stores where a card was dropped. What the server refuses goes back to where it was, with the reason.
import { request } from '@plinth/plugin/browser/request';
import { boardOf, cardsIn, columnOf, placeOf, put, say, spotOf, textOf, titleOf } from './dom.js';

/** Drops that are not stored yet, one after the other. */
let queue = Promise.resolve();
let waiting = 0;
let storedAt = 0;

/** Whether a page requested at this time may lack a drop. @param {number} since by performance.now() */
export const isBehind = (since) => waiting > 0 || since < storedAt;

/** @param {HTMLElement} card where it was dropped @param {import('./dom.js').Spot} from */
export function store(card, from) {
  const { list } = spotOf(card);
  const cards = cardsIn(list);
  const at = cards.indexOf(card);
  const { column = '', lane } = columnOf(list).dataset;
  const body = new URLSearchParams({
    node: 'move',
    id: card.dataset.key ?? '',
    return: location.pathname + location.search,
    column,
    ...(lane !== undefined && { lane }),
    ...(at > 0 && { above: cards[at - 1].dataset.key }),
    ...(at < cards.length - 1 && { below: cards[at + 1].dataset.key }),
  });
  const board = boardOf(card);
  const url = board.dataset.act ?? '';
  say(card, textOf(card, 'dropped', { title: titleOf(card), place: placeOf(card) }));
  waiting += 1;
  queue = queue.then(async () => {
    const refusal = await send(url, body, textOf(board, 'offline'));
    if (refusal !== null) refused(card, from, refusal);
    waiting -= 1;
    storedAt = performance.now();
    if (waiting === 0) board.dispatchEvent(new CustomEvent('pl:refresh', { bubbles: true }));
  });
}

/** @param {string} url @param {URLSearchParams} body @param {string} offline @returns {Promise<string | null>} why it was refused */
export async function send(url, body, offline) {
  const { ok, json, reason } = await request(url, { body, once: true, lost: offline });
  return ok ? offerUndo(json) : reason;
}

/** @param {HTMLElement} card @param {import('./dom.js').Spot} from @param {string} reason */
function refused(card, from, reason) {
  if (!card.isConnected) return;
  const text = textOf(card, 'refused', { title: titleOf(card), reason });
  if (from.list.isConnected) put(card, from);
  say(card, text);
  document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind: 'danger' } }));
}

/** What was done can be undone. @param {{ message?: string, undo?: string | null } | null} answer */
function offerUndo(answer) {
  const { message: text = '', undo } = answer ?? {};
  if (undo) document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind: 'success', undo } }));
  return null;
}
