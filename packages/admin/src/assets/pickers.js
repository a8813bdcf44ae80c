// Controls for icons and stored files get a button that opens a dialog to choose from. Without it the name is typed.
import { newest, request } from '@plinth/plugin/browser/request';

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('picker'));
const search = /** @type {HTMLInputElement} */ (dialog.querySelector('input[type=search]'));
const label = /** @type {HTMLElement} */ (dialog.querySelector('.adm-pick-upload'));
const upload = Object.assign(document.createElement('input'), { type: 'file', className: 'visually-hidden' });
const list = /** @type {HTMLElement} */ (dialog.querySelector('.adm-pick-list'));
/** The control being filled, and with what. @type {{ input: HTMLInputElement, kind: string } | null} */
let open = null;
const newer = newest();

enhance();
new MutationObserver(enhance).observe(document.body, { childList: true, subtree: true });
search.addEventListener('input', () => ask());
upload.addEventListener('change', () => send());
dialog.querySelector('.btn-close')?.addEventListener('click', () => dialog.close());
dialog.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target === dialog) dialog.close();
  const value = target.closest('[data-adm-value]');
  if (value) choose(/** @type {HTMLElement} */ (value).dataset.admValue ?? '');
});

/** Settings forms come and go with each step of an editor. */
function enhance() {
  for (const input of document.querySelectorAll('input[data-pl-icon], input[data-pl-file]')) {
    if (input.nextElementSibling?.matches('[data-adm-pick]')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn btn-sm adm-pick-button';
    button.dataset.plExtra = '';
    button.dataset.admPick = input.hasAttribute('data-pl-icon') ? 'icons' : 'files';
    button.textContent = dialog.dataset.admChoose ?? '';
    button.addEventListener('click', () => show(/** @type {HTMLInputElement} */ (input), button.dataset.admPick ?? ''));
    input.after(button);
  }
}

/** @param {HTMLInputElement} input @param {string} kind */
function show(input, kind) {
  open = { input, kind };
  search.value = '';
  list.className = `adm-pick-list adm-pick-${kind}`;
  label.hidden = kind !== 'files';
  label.append(upload);
  dialog.showModal();
  ask();
}

async function ask() {
  const url = `/admin/pick/${open?.kind}?q=${encodeURIComponent(search.value)}`;
  const reply = await newer(url, { accept: 'html' });
  if (reply?.ok) list.innerHTML = reply.text;
  else if (reply) list.textContent = reply.reason;
}

/** @param {string} value */
function choose(value) {
  if (!open) return;
  open.input.value = value;
  dialog.close();
  open.input.dispatchEvent(new Event('change', { bubbles: true }));
  open.input.focus();
}

/** A new file is stored and chosen at once, unless the dialog was closed meanwhile. */
async function send() {
  if (!upload.files?.length) return;
  const control = open;
  const body = new FormData();
  body.append('file', upload.files[0]);
  upload.value = '';
  const { ok, json, reason } = await request('/files/upload', { body });
  if (!dialog.open || open !== control) return;
  if (ok) return choose(json.id);
  list.textContent = reason;
}
