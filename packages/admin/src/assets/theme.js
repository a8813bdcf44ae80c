// The theme editor: shows each change in the frame at once. Saving, presets and resetting are buttons of the form.
import { newest } from '@plinth/plugin/browser/request';

const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-adm-theme]'));
const frame = /** @type {HTMLIFrameElement} */ (form.querySelector('iframe'));
const box = /** @type {HTMLElement} */ (frame.parentElement);
/** Changes that a stylesheet alone can't show: the theme, its settings, the page. */
const NEEDS_PAGE = /^(themeSettings\.|theme$|page$)/;
/** What a page is laid out at, in CSS pixels, scaled down to fit. */
const WIDTHS = { wide: 1024, phone: 390 };
const newer = newest();
let needsPage = false;

for (const button of all('[data-adm-theme-refresh]')) button.hidden = true;
markChanges();
new ResizeObserver(fit).observe(box);
frame.addEventListener('load', showLogos);

form.addEventListener('input', (event) => changed(/** @type {HTMLInputElement} */ (event.target)));
form.addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.name === 'scheme') showScheme();
  if (input.name === 'width') fit();
  if (input.type === 'file') showLogos();
});
form.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
  if (!button) return;
  const { admPreset, admUsual, admUse } = button.dataset;
  if (admPreset) {
    event.preventDefault();
    for (const [name, colour] of Object.entries(JSON.parse(admPreset))) setColour(name, colour);
  } else if (admUsual) setColour(inputBy(button).name, admUsual);
  else if (admUse) {
    const input = inputBy(button);
    setColour(input.name, admUse);
    input.focus();
  }
});
// A browser keeps typed values over a reload, and unsaved ones would be lost when leaving.
let dirty = false;
form.addEventListener('submit', () => (dirty = false));
addEventListener('beforeunload', (event) => dirty && event.preventDefault());

/** @param {HTMLInputElement} input */
function changed(input) {
  if (['scheme', 'width'].includes(input.name)) return;
  if (input.name !== 'page') dirty = true;
  needsPage ||= NEEDS_PAGE.test(input.name);
  markChanges();
  refresh();
}

async function refresh() {
  const data = new FormData(form);
  for (const name of ['logoFile', 'logoDarkFile', 'op']) data.delete(name);
  const withPage = needsPage;
  data.set('document', withPage ? '1' : '');
  const reply = await newer(`${form.action}/preview`, { body: data, pause: 120 });
  if (!reply) return;
  if (!reply.ok)
    return void document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text: reply.reason, kind: 'danger' } }));
  const { css, notes, errors, document: page } = reply.json;
  if (withPage) needsPage = false;
  for (const note of all('[data-adm-note]')) note.innerHTML = notes[note.dataset.admNote ?? ''] ?? '';
  showErrors(errors);
  offer();
  if (page === null) showSheet(css);
  else frame.srcdoc = page;
}

/** The old sheet stays until the new one is there, so that nothing flickers. @param {string} url */
function showSheet(url) {
  const doc = frame.contentDocument;
  const old = [...(doc?.querySelectorAll('link[rel=stylesheet][href*="site.css"]') ?? [])];
  const last = old.at(-1);
  if (!doc || !last) return;
  const link = doc.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.addEventListener('load', () => old.forEach((one) => one.remove()));
  last.after(link);
}

/** @param {Record<string, string>} errors */
function showErrors(errors) {
  for (const cell of all('.adm-theme-colour')) {
    const input = /** @type {HTMLInputElement} */ (cell.querySelector('input[name]'));
    const error = errors[input.name];
    input.toggleAttribute('aria-invalid', false);
    if (error) input.setAttribute('aria-invalid', 'true');
    const place = document.getElementById(`${input.id}-error`);
    if (place) place.textContent = error ?? '';
  }
}

/** @param {string} name @param {string} colour */
function setColour(name, colour) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  input.value = colour;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** @param {Element} within the cell of a colour */
function inputBy(within) {
  return /** @type {HTMLInputElement} */ (within.closest('td')?.querySelector('input[name]'));
}

/** Colours that differ from the usual can be reset, and the preset in use is marked. */
function markChanges() {
  for (const button of all('[data-adm-usual]')) button.hidden = inputBy(button).value === button.dataset.admUsual;
  for (const button of all('[data-adm-preset]')) {
    const colours = Object.entries(JSON.parse(button.dataset.admPreset ?? '{}'));
    const isIt = colours.every(([name, colour]) => /** @type {any} */ (form.elements.namedItem(name)).value === colour);
    button.setAttribute('aria-pressed', String(isIt));
  }
  offer();
}

function offer() {
  for (const button of all('[data-adm-use]')) button.hidden = false;
}

function showScheme() {
  const scheme = String(new FormData(form).get('scheme'));
  frame.contentDocument?.documentElement?.setAttribute('data-bs-theme', scheme);
}

/** A page at the width it is made for. */
function fit() {
  const width = WIDTHS[/** @type {keyof typeof WIDTHS} */ (new FormData(form).get('width'))] ?? WIDTHS.wide;
  const scale = Math.min(1, box.clientWidth / width);
  frame.style.width = `${Math.max(width, scale === 1 && width !== WIDTHS.phone ? box.clientWidth : 0)}px`;
  frame.style.height = `${box.clientHeight / scale}px`;
  frame.style.transform = scale === 1 ? '' : `scale(${scale})`;
  showScheme();
}

/** Chosen logos, before they are uploaded. */
function showLogos() {
  showScheme();
  const doc = frame.contentDocument;
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('logoFile'));
  const [file] = input.files ?? [];
  if (!doc || !file?.type.startsWith('image/')) return;
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    for (const mark of doc.querySelectorAll('.pl-brand > .pl-mark, .pl-brand > .pl-logo')) {
      const image = doc.createElement('img');
      image.className = 'pl-logo';
      image.alt = '';
      image.src = String(reader.result);
      mark.replaceWith(image);
    }
  });
  reader.readAsDataURL(file);
}

/** @param {string} selector */
function all(selector) {
  return /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(selector));
}
