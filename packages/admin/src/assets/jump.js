// Ctrl+K: a palette over tables, views and pages. Without JavaScript the same link opens the search screen.
import { newest } from '@plinth/plugin/browser/request';

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('jump'));
const input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
const list = /** @type {HTMLElement} */ (document.getElementById('jump-results'));
let chosen = -1;
const newer = newest();

document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    open();
  }
});
document.addEventListener('click', (event) => {
  if (!(/** @type {Element} */ (event.target).closest('[data-adm-jump]'))) return;
  event.preventDefault();
  open();
});
dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
input.addEventListener('input', ask);
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
  } else if (event.key === 'Enter' && options()[chosen]) {
    event.preventDefault();
    options()[chosen].querySelector('a')?.click();
  }
});

function open() {
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  ask();
}

async function ask() {
  const reply = await newer(`/admin/search?part=1&q=${encodeURIComponent(input.value)}`, { accept: 'html' });
  if (!reply?.ok) return;
  list.innerHTML = reply.text;
  input.setAttribute('aria-expanded', String(options().length > 0));
  choose(options().length ? 0 : -1);
}

const options = () => [...list.querySelectorAll('[role=option]')];

/** @param {number} at */
function choose(at) {
  const all = options();
  chosen = all.length ? (at + all.length) % all.length : -1;
  all.forEach((option, i) => option.setAttribute('aria-selected', String(i === chosen)));
  if (all[chosen]) {
    input.setAttribute('aria-activedescendant', all[chosen].id);
    all[chosen].scrollIntoView({ block: 'nearest' });
  } else input.removeAttribute('aria-activedescendant');
}
