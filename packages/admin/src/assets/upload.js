// Uploads with progress, one file after the other; without JavaScript the form sends them all at once.

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-adm-upload]'))) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector('input[type=file]'));
  const area = /** @type {Element} */ (form.querySelector('.adm-drop'));
  const list = /** @type {Element} */ (form.querySelector('[data-adm-progress]'));
  const begin = (/** @type {FileList | null | undefined} */ files) => files?.length && sendAll(form, [...files], list);
  input.addEventListener('change', () => begin(input.files));
  area.addEventListener('dragover', (event) => {
    event.preventDefault();
    area.classList.add('adm-drop-over');
  });
  area.addEventListener('dragleave', () => area.classList.remove('adm-drop-over'));
  area.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('adm-drop-over');
    begin(/** @type {DragEvent} */ (event).dataTransfer?.files);
  });
}

/** @param {HTMLFormElement} form @param {File[]} files @param {Element} list */
async function sendAll(form, files, list) {
  let sent = 0;
  for (const file of files) if (await send(form, file, { list, sent })) sent++;
  if (sent === files.length) location.reload();
}

/**
 * @param {HTMLFormElement} form @param {File} file @param {{ list: Element, sent: number }} progress sent: bytes of the
 *   files before this one
 * @returns {Promise<boolean>}
 */
function send(form, file, { list, sent }) {
  const line = document.createElement('div');
  const bar = document.createElement('progress');
  bar.max = file.size;
  bar.setAttribute('aria-label', file.name);
  line.append(file.name, bar);
  list.append(line);
  const body = new FormData(form);
  body.delete('files');
  body.append('files', file);
  body.append('sent', String(sent));
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.upload.addEventListener('progress', (event) => (bar.value = event.loaded));
    request.addEventListener('loadend', () => {
      // In browsers that don't mark requests of scripts, an ended session leads to the login.
      const done = request.status > 0 && request.status < 400 && !request.responseURL.includes('/auth/');
      if (!done) {
        const said = Object.assign(document.createElement('div'), { className: 'text-danger' });
        said.textContent = messageOf(request.responseText);
        // A full bar would mean that the file has been stored.
        bar.replaceWith(said);
      }
      resolve(done);
    });
    request.send(body);
  });
}

/** The alert of the returned page, or the message of an error page. @param {string} text */
function messageOf(text) {
  const answer = new DOMParser().parseFromString(text, 'text/html');
  const said = [...answer.querySelectorAll('[role=alert], .pl-error [data-pl-said]')];
  return said.map((part) => part.textContent?.trim()).join('. ') || (document.body.dataset.tFailed ?? '');
}
