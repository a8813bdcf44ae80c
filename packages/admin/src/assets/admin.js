// Behaviour shared by all admin screens. Everything here only improves what works without it.
import { request } from '@plinth/plugin/browser/request';

const fading = new WeakSet();
/** How often the server is told that somebody is working here, in ms. */
const ALIVE = 4 * 60_000;
let toldAt = Date.now();
/** A form without a response may be sent again after this time, in ms. */
const AGAIN = 15_000;

tidyAddress();
for (const toast of document.querySelectorAll('[data-adm-toast]')) fade(toast);
// On a phone, many tabs scroll sideways: bring the open one into view.
document.querySelector('.adm-tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  target.closest('[data-adm-close]')?.closest('[data-adm-toast]')?.remove();
  const copy = target.closest('[data-adm-copy]');
  if (copy) copyText(copy);
});

// A second press must not send a form again, which would create two rows or two tables.
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const method = event.submitter?.getAttribute('formmethod') ?? form.method;
  if (event.defaultPrevented || method !== 'post') return;
  if (form.ariaBusy === 'true') return event.preventDefault();
  // A preview in a frame leaves the page as it is, and the form still has to be saved.
  const target = event.submitter?.getAttribute('formtarget') || form.target;
  if (target && target !== '_self') return;
  form.ariaBusy = 'true';
  setTimeout(() => (form.ariaBusy = null), AGAIN);
});
addEventListener('pagehide', () =>
  document.querySelectorAll('form[aria-busy]').forEach((form) => (form.ariaBusy = null)),
);

// Kept by the browser for Back: what it shows may be another by now. The builder takes up what others did.
addEventListener('pageshow', ({ persisted }) => persisted && !document.querySelector('.bld') && location.reload());

// Filling in a long form sends no requests, and must not end in a logout.
for (const kind of ['input', 'pointerdown', 'keydown']) document.addEventListener(kind, stayAlive, { passive: true });

// Names follow labels until somebody edits the name.
document.addEventListener('input', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.dataset.admName)
    document.getElementById(input.dataset.admName)?.setAttribute('placeholder', nameOf(input.value));
  if (input.dataset.admFilter) filterList(input);
});

// Controls that decide what the form shows submit it at once; without JavaScript there is a button.
document.addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if ('admSubmit' in input.dataset) refresh(input.form);
});

/** @param {HTMLFormElement | null} form */
function refresh(form) {
  const button = /** @type {HTMLElement | null | undefined} */ (form?.querySelector('[data-adm-refresh]'));
  if (button?.hasAttribute('hx-post')) button.click();
  else form?.requestSubmit(button ?? undefined);
}

// A response without the requested part (an error, the login of an ended session) must not replace what is being worked
// on.
document.addEventListener('htmx:before:swap', (/** @type {any} */ event) => {
  const { ctx, tasks } = event.detail;
  const main = tasks.find((/** @type {any} */ { type }) => type === 'main');
  if (!ctx.select || !main || main.fragment.childElementCount > 0) return;
  event.preventDefault();
  toast(reasonOf(ctx.text), 'danger');
});
document.addEventListener('htmx:error', () => toast(document.body.dataset.tFailed ?? '', 'danger'));

document.addEventListener('htmx:after:swap', () => {
  for (const toast of document.querySelectorAll('[data-adm-toast]')) fade(toast);
  // The focused element may be gone or collapsed: continue where the last field was added, or where the rule's button
  // was.
  const active = document.activeElement;
  if (!active || active === document.body || !active.checkVisibility())
    /** @type {HTMLElement | null} */ (
      document.querySelector('#add [autofocus], #add a, #add input:not([type=hidden]), .adm-builder select')
    )?.focus();
});

/** The message of an error page, in one line. @param {string | undefined} text */
function reasonOf(text) {
  const page = new DOMParser().parseFromString(text ?? '', 'text/html').querySelector('.pl-error');
  const parts = [...(page?.querySelectorAll('[data-pl-said]') ?? [])].map((part) => part.textContent?.trim());
  return parts.filter(Boolean).join('. ') || (document.body.dataset.tFailed ?? '');
}

function stayAlive() {
  if (Date.now() - toldAt < ALIVE) return;
  toldAt = Date.now();
  void request('/admin/alive');
}

/** The revision in the address is for this page view only: reloads and bookmarks must not repeat it. */
function tidyAddress() {
  const url = new URL(location.href);
  if (!url.searchParams.has('done')) return;
  url.searchParams.delete('done');
  history.replaceState(history.state, '', url);
}

/** @param {string} text @param {string} [kind] */
export function toast(text, kind = 'success') {
  document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind } }));
}

/** @param {Element} box stays while it is hovered or focused */
function fade(box) {
  if (fading.has(box)) return;
  fading.add(box);
  const leave = () => (box.matches(':hover, :focus-within') ? setTimeout(leave, 2000) : box.remove());
  setTimeout(leave, 8000);
}

/** Same as names.js on the server. @param {string} label */
function nameOf(label) {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+/, '');
  return name.slice(0, 48).replace(/_+$/, '');
}

/** @param {HTMLInputElement} input filters the entries of a list on the page */
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
  if (!(source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement)) return;
  source.select();
  await navigator.clipboard?.writeText(source.value).catch(() => document.execCommand('copy'));
  const label = button.getAttribute('data-adm-copied');
  if (label) toast(label);
}
