// Ctrl+K: a palette over tables, views and pages. Without JavaScript the same link opens the search screen.
import { ListBox } from '@plinth/plugin/browser/list-box';
import { newest } from '@plinth/plugin/browser/request';

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('jump'));
const input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
const newer = newest();
const list = new ListBox(/** @type {HTMLElement} */ (document.getElementById('jump-results')), {
  input,
  choose: (option) => option.querySelector('a')?.click(),
});

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
input.addEventListener('keydown', (event) => list.key(event));

function open() {
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  ask();
}

async function ask() {
  const reply = await newer(`/admin/search?part=1&q=${encodeURIComponent(input.value)}`, { accept: 'html' });
  if (!reply?.ok) return;
  // Printed by our own template.
  list.list.innerHTML = reply.text;
  list.renewed();
}
