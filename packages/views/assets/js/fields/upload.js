import { hold, parsed, reasonOf } from './uploading.js';

// Uploads a file that was chosen or dropped at once with progress, so that the form only submits its id. If that fails, a
// chosen file stays in its control and is submitted with the form.
document.addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.type === 'file' && input.files?.[0];
  const box = /** @type {HTMLElement | null | undefined} */ (input.closest?.('[data-pl-upload]'));
  if (box && file) send(box, input, file);
});

/** Where a file may be dropped. @param {DragEvent} event */
function aimOf({ target, dataTransfer }) {
  const box = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-pl-upload]')) : null;
  const input = /** @type {HTMLInputElement | null | undefined} */ (box?.querySelector('input[type=file]'));
  const isFree = input && !input.matches(':disabled') && box?.dataset.plBusy === undefined;
  return box && isFree && dataTransfer?.types.includes('Files') ? { box, input } : null;
}

document.addEventListener('dragover', (event) => {
  const aim = aimOf(event);
  if (!aim) return;
  event.preventDefault();
  aim.box.setAttribute('data-pl-over', '');
});
document.addEventListener('dragleave', ({ target }) => {
  if (target instanceof Element) target.closest('[data-pl-upload]')?.removeAttribute('data-pl-over');
});
document.addEventListener('drop', (event) => {
  const aim = aimOf(event);
  const file = event.dataTransfer?.files[0];
  if (!aim) return;
  aim.box.removeAttribute('data-pl-over');
  event.preventDefault();
  if (file) send(aim.box, aim.input, file);
});

/** @param {HTMLElement} box @param {HTMLInputElement} input @param {File} file */
function send(box, input, file) {
  const { plUpload = '', plField = '', plMax, plTooLarge = '', plFailed = '', plDone } = box.dataset;
  const status = /** @type {HTMLElement} */ (box.querySelector('[role=status]'));
  const bar = /** @type {HTMLProgressElement} */ (box.querySelector('progress'));
  const id = /** @type {HTMLInputElement} */ (box.querySelector('input[type=hidden]'));
  if (plMax && file.size > Number(plMax)) {
    input.value = '';
    return say(plTooLarge, true);
  }
  const form = new FormData();
  // "photos.picture": the target decides about the right to upload.
  const [table, field] = plField.split('.');
  form.append('table', table);
  form.append('field', field ?? '');
  form.append('file', file);

  const request = new XMLHttpRequest();
  const busy = (/** @type {boolean} */ on) => {
    bar.hidden = !on;
    box.toggleAttribute('data-pl-busy', on);
    hold(input.form, on);
  };
  request.upload.addEventListener('progress', (part) => {
    if (part.lengthComputable) bar.value = part.loaded / part.total;
  });
  request.addEventListener('loadend', () => {
    busy(false);
    const stored = request.status >= 200 && request.status < 300 ? parsed(request.responseText) : null;
    if (!stored?.id) return say(reasonOf(request.responseText) ?? plFailed, true);
    id.value = stored.id;
    input.value = '';
    input.required = false;
    say(`${plDone}: ${stored.name ?? file.name}`);
    preview(box, file, stored);
    id.dispatchEvent(new Event('change', { bubbles: true }));
  });
  request.open('POST', plUpload);
  request.setRequestHeader('Accept', 'application/json');
  busy(true);
  bar.value = 0;
  say('');
  request.send(form);

  /** @param {string} words @param {boolean} [isWrong] */
  function say(words, isWrong = false) {
    status.textContent = words;
    status.classList.toggle('text-danger', isWrong);
  }
}

/** @param {HTMLElement} box @param {File} file @param {{ url?: string, name?: string }} stored */
function preview(box, file, stored) {
  const image = /** @type {HTMLImageElement | null} */ (box.querySelector('.pl-upload-file img'));
  if (image && stored.url) image.src = stored.url;
  const link = /** @type {HTMLAnchorElement | null} */ (box.querySelector('.pl-upload-file a'));
  if (link && stored.url) {
    link.href = stored.url;
    link.textContent = stored.name ?? file.name;
  }
  const remove = /** @type {HTMLInputElement | null} */ (box.querySelector('.pl-upload-file input[type=checkbox]'));
  if (remove) remove.checked = false;
}
