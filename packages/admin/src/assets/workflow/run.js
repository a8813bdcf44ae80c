// The page of a run: updates until the run has ended.
import { request } from '@plinth/plugin/browser/request';

/** Updates stop after this time without a key or pointer, in ms: an open tab must not keep a session alive. */
const IDLE = 10 * 60_000;
const MAIN = 'main';

const told = Object.assign(document.createElement('div'), { className: 'visually-hidden', role: 'status' });
document.body.append(told);
let before = '';
let touchedAt = Date.now();
for (const name of ['pointermove', 'pointerdown', 'keydown', 'focus'])
  addEventListener(name, () => (touchedAt = Date.now()), { passive: true });
later();

function later() {
  const seconds = Number(document.querySelector('[data-adm-every]')?.getAttribute('data-adm-every'));
  if (seconds > 0) setTimeout(look, seconds * 1000);
}

async function look() {
  if (!document.hidden && Date.now() - touchedAt < IDLE) {
    const { ok, redirected, page } = await request(location.href, { accept: 'html' });
    // Signed out.
    if (redirected) return;
    if (ok) take(page);
  }
  later();
}

/** @param {Document} page */
function take(page) {
  const next = page.querySelector(MAIN);
  const main = document.querySelector(MAIN);
  // A form that has just been sent, such as a retry, leads to another page.
  if (!next || !main || next.innerHTML === before || main.querySelector('form[aria-busy=true]')) return;
  before = next.innerHTML;
  const state = stateOf(main);
  const open = [...main.querySelectorAll('details')].map((one) => one.open);
  const focused = main.contains(document.activeElement) ? document.activeElement?.textContent : null;
  main.replaceChildren(...next.childNodes);
  for (const [i, one] of [...main.querySelectorAll('details')].entries()) one.open = open[i] ?? false;
  const same = [...main.querySelectorAll('a, button, summary')].find((one) => one.textContent === focused);
  if (focused !== null) /** @type {HTMLElement} */ (same ?? main).focus({ preventScroll: true });
  if (stateOf(main) !== state) told.textContent = stateOf(main);
}

/** @param {Element} main */
const stateOf = (main) => main.querySelector('[data-adm-run]')?.getAttribute('data-adm-run') ?? '';
