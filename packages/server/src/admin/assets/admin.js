// Behaviour that every screen of the admin shares. Everything here only makes quicker what works without it.

const fading = new WeakSet();
/** How often the server is told that somebody works here, in ms. */
const ALIVE = 4 * 60_000;
let toldAt = Date.now();
/** A form without an answer may be sent again after that, in ms. */
const AGAIN = 15_000;

tidyAddress();
showFlash();
for (const toast of document.querySelectorAll('[data-adm-toast]')) fade(toast);
// Many tabs scroll sideways on a phone: the open one is in sight.
document.querySelector('.adm-tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  target.closest('[data-adm-close]')?.closest('[data-adm-toast]')?.remove();
  const copy = target.closest('[data-adm-copy]');
  if (copy) copyText(copy);
});

document.addEventListener(
  'submit',
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
    if (question && !confirm(question)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

// What was sent once is not sent again by a second press: there would be two rows, two tables.
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const method = event.submitter?.getAttribute('formmethod') ?? form.method;
  if (event.defaultPrevented || method !== 'post') return;
  if (form.ariaBusy === 'true') return event.preventDefault();
  form.ariaBusy = 'true';
  setTimeout(() => (form.ariaBusy = null), AGAIN);
});
addEventListener('pagehide', () =>
  document.querySelectorAll('form[aria-busy]').forEach((form) => (form.ariaBusy = null)),
);

// Whoever fills in a long form asks for no page meanwhile, and must not be logged out for it.
for (const kind of ['input', 'pointerdown', 'keydown']) document.addEventListener(kind, stayAlive, { passive: true });

// Names follow labels until somebody types a name.
document.addEventListener('input', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.dataset.admName)
    document.getElementById(input.dataset.admName)?.setAttribute('placeholder', nameOf(input.value));
  if (input.dataset.admFilter) filterList(input);
});

// Controls that choose what the form shows send it at once; without scripts there is a button for it.
document.addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if ('admSubmit' in input.dataset)
    input.form?.requestSubmit(input.form.querySelector('[data-adm-refresh]') ?? undefined);
});

// An answer without what was asked for (an error, the login of an ended session) must not wipe out what is worked on.
document.addEventListener('htmx:before:swap', (/** @type {any} */ event) => {
  const { ctx, tasks } = event.detail;
  const main = tasks.find((/** @type {any} */ { type }) => type === 'main');
  if (!ctx.select || !main || main.fragment.childElementCount > 0) return;
  event.preventDefault();
  toast(reasonOf(ctx.text), 'danger');
});
document.addEventListener('htmx:error', () => toast(document.body.dataset.tFailed ?? '', 'danger'));
// A module got a page of an error, or nothing, where it asked for something else.
document.addEventListener('pl:toast', ({ detail }) => toast(detail.text, detail.kind));
document.addEventListener('adm:failed', (/** @type {any} */ { detail }) => toast(reasonOf(detail), 'danger'));

document.addEventListener('htmx:after:swap', () => {
  for (const toast of document.querySelectorAll('[data-adm-toast]')) fade(toast);
  // What had the focus may be gone, or folded away: the next field is added from where the last one was, a rule is put
  // together where its button was; in the layout editor one goes on from the element that is chosen now.
  const active = document.activeElement;
  if (!active || active === document.body || !active.checkVisibility())
    /** @type {HTMLElement | null} */ (
      document.querySelector(
        '#add [autofocus], #add a, #add input:not([type=hidden]), .adm-builder select, .adm-tree-node[aria-current]',
      )
    )?.focus();
});

/** What a page of an error says, in a line. @param {string | undefined} text */
function reasonOf(text) {
  const page = new DOMParser().parseFromString(text ?? '', 'text/html').querySelector('.pl-error');
  const parts = [...(page?.querySelectorAll('[data-pl-said]') ?? [])].map((part) => part.textContent?.trim());
  return parts.filter(Boolean).join('. ') || (document.body.dataset.tFailed ?? '');
}

function stayAlive() {
  if (Date.now() - toldAt < ALIVE) return;
  toldAt = Date.now();
  fetch('/admin/alive').catch(() => {});
}

/** The revision in the address was for this showing only: a reload or a bookmark must not say it again. */
function tidyAddress() {
  const url = new URL(location.href);
  if (!url.searchParams.has('done')) return;
  url.searchParams.delete('done');
  history.replaceState(history.state, '', url);
}

/** A text that the server left for this page in a cookie. */
function showFlash() {
  const entry = document.cookie.split('; ').find((part) => part.startsWith('plinth_flash='));
  if (!entry) return;
  document.cookie = 'plinth_flash=; path=/; max-age=0';
  try {
    const { text, kind } = JSON.parse(decodeURIComponent(entry.slice('plinth_flash='.length)));
    toast(text, kind);
  } catch {
    // A cookie that we did not write says nothing.
  }
}

/** @param {string} text @param {string} [kind] */
export function toast(text, kind = 'success') {
  const box = document.createElement('div');
  box.className = `adm-toast adm-toast-${kind}`;
  box.dataset.admToast = '';
  box.textContent = text;
  document.getElementById('toasts')?.append(box);
  fade(box);
}

/** @param {Element} box stays while the pointer or the focus is in it */
function fade(box) {
  if (fading.has(box)) return;
  fading.add(box);
  const leave = () => (box.matches(':hover, :focus-within') ? setTimeout(leave, 2000) : box.remove());
  setTimeout(leave, 8000);
}

/** As names.js on the server makes it. @param {string} label */
function nameOf(label) {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+/, '');
  return name.slice(0, 48).replace(/_+$/, '');
}

/** @param {HTMLInputElement} input whose words filter the entries of a list on the page */
function filterList(input) {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of document.querySelectorAll(`${input.dataset.admFilter} [data-words]`)) {
    const text = /** @type {HTMLElement} */ (item).dataset.words?.toLowerCase() ?? '';
    /** @type {HTMLElement} */ (item).hidden = !words.every((word) => text.includes(word));
  }
}

/** @param {Element} button */
async function copyText(button) {
  const source = document.getElementById(/** @type {HTMLElement} */ (button).dataset.admCopy ?? '');
  if (!(source instanceof HTMLInputElement)) return;
  source.select();
  await navigator.clipboard?.writeText(source.value).catch(() => document.execCommand('copy'));
  const label = button.getAttribute('data-adm-copied');
  if (label) toast(label);
}
