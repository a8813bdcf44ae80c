// A list of files: chosen or dropped ones are uploaded at once, one after the other; lines are moved and removed by
// their buttons, and moved by dragging. Without this module files travel with the form, and unticked ones are removed.
import { followPointer, nextAt } from '@plinth/plugin/browser/drag';
import { hold, sendFile } from './uploading.js';

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const boxAt = (target) => (target instanceof Element ? target.closest('[data-pl-uploads]') : null);
/** @param {Element} box */
const linesOf = (box) => /** @type {HTMLElement[]} */ ([...box.querySelectorAll('ol > li')]);
/** @param {Element} box @returns {HTMLInputElement} */
const inputOf = (box) => /** @type {any} */ (box.querySelector('input[type=file]'));

document.addEventListener('change', (event) => {
  const box = boxAt(event.target);
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (!box || input.type !== 'file' || !input.files?.length) return;
  const files = [...input.files];
  // They are in the list now, or were refused, so that the form doesn't carry them a second time.
  input.value = '';
  upload(box, files);
});

document.addEventListener('dragover', (event) => {
  const box = boxAt(event.target);
  if (!box) return;
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  box.setAttribute('data-pl-over', '');
});
document.addEventListener('dragleave', (event) => boxAt(event.target)?.removeAttribute('data-pl-over'));
document.addEventListener('drop', (event) => {
  const box = boxAt(event.target);
  box?.removeAttribute('data-pl-over');
  if (!box || !event.dataTransfer?.files.length) return;
  event.preventDefault();
  upload(box, [...event.dataTransfer.files]);
});

// --- order
document.addEventListener('pointerdown', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const line = /** @type {HTMLElement | null | undefined} */ (target?.closest('[data-pl-uploads] ol > li'));
  if (!line || event.button !== 0 || target?.closest('button, input')) return;
  const list = /** @type {Element} */ (line.parentElement);
  const next = line.nextElementSibling;
  followPointer(event, {
    start: () => line.setAttribute('data-pl-moved', ''),
    frame({ y }) {
      const others = [...list.children].filter((one) => one !== line);
      const place = nextAt(others, y);
      if (place !== line.nextElementSibling) list.insertBefore(line, place);
    },
    end() {
      line.removeAttribute('data-pl-moved');
      if (line.nextElementSibling !== next) changed(/** @type {HTMLElement} */ (boxAt(line)));
    },
    cancel() {
      line.removeAttribute('data-pl-moved');
      list.insertBefore(line, next);
    },
  });
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-pl-file]') : null;
  const box = button && boxAt(button);
  const line = button?.closest('li');
  if (!box || !line) return;
  const what = button.getAttribute('data-pl-file');
  if (what === 'up') line.previousElementSibling?.before(line);
  if (what === 'down') line.nextElementSibling?.after(line);
  const next = what === 'remove' ? (line.nextElementSibling ?? line.previousElementSibling) : line;
  if (what === 'remove') line.remove();
  const stay = next?.querySelector(`[data-pl-file="${what}"]`) ?? inputOf(box);
  /** @type {HTMLElement} */ (stay).focus();
  say(box, '');
  changed(box);
});

/** Tells the form, and whether a file is still required. @param {HTMLElement} box */
function changed(box) {
  const input = inputOf(box);
  if (input.dataset.plRequired === undefined) input.dataset.plRequired = String(input.required);
  input.required = input.dataset.plRequired === 'true' && linesOf(box).length === 0;
  box.querySelector('input[type=hidden]')?.dispatchEvent(new Event('change', { bubbles: true }));
}

// --- uploads
/** @param {HTMLElement} box @param {File[]} files */
async function upload(box, files) {
  const { plUploads = '', plField = '', plFailed = '' } = box.dataset;
  const { plMost, plMax, plTooMany = '', plTooLarge = '', plDone } = box.dataset;
  const { form } = inputOf(box);
  const bar = /** @type {HTMLProgressElement} */ (box.querySelector('progress'));
  const room = Math.max(0, Number(plMost) - linesOf(box).length - Number(box.dataset.plWaiting ?? 0));
  const taken = files.slice(0, room);
  /** @type {string[]} */
  const problems = files.length > room ? [plTooMany] : [];
  box.dataset.plWaiting = String(Number(box.dataset.plWaiting ?? 0) + taken.length);
  hold(form, true);
  bar.hidden = false;
  bar.value = 0;
  say(box, '');
  let done = 0;
  for (const file of taken) {
    const isLarge = plMax && file.size > Number(plMax);
    const { stored, problem } = isLarge
      ? { stored: null, problem: plTooLarge }
      : await sendFile(plUploads, {
          path: plField,
          file,
          failed: plFailed,
          progress: (part) => (bar.value = (done + part) / taken.length),
        });
    box.dataset.plWaiting = String(Number(box.dataset.plWaiting) - 1);
    if (stored) add(box, stored);
    else problems.push(`${file.name}: ${problem}`);
    bar.value = ++done / taken.length;
  }
  bar.hidden = true;
  hold(form, false);
  say(
    box,
    problems.length > 0 ? problems.join(' ') : `${plDone}: ${taken.map(({ name }) => name).join(', ')}`,
    problems.length > 0,
  );
  changed(box);
}

/** @param {HTMLElement} box @param {{ id: string, name: string, mime: string, url: string }} file */
function add(box, { id, name, mime, url }) {
  const template = /** @type {HTMLTemplateElement} */ (box.querySelector('template'));
  const line = /** @type {HTMLElement} */ (template.content.cloneNode(true)).querySelector('li');
  if (!line) return;
  const check = /** @type {HTMLInputElement} */ (line.querySelector('input'));
  check.value = id;
  check.ariaLabel = name;
  const image = /** @type {HTMLImageElement} */ (line.querySelector('img'));
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(mime)) {
    image.src = `${url}?variant=thumb`;
    image.nextElementSibling?.remove();
  } else image.remove();
  const link = /** @type {HTMLAnchorElement} */ (line.querySelector('a'));
  link.href = url;
  link.textContent = name;
  for (const button of line.querySelectorAll('button')) {
    button.title = button.title.replace('{name}', () => name);
    button.setAttribute('aria-label', button.title);
  }
  box.querySelector('ol')?.append(line);
}

/** @param {HTMLElement} box @param {string} words @param {boolean} [isWrong] */
function say(box, words, isWrong = false) {
  const status = /** @type {HTMLElement} */ (box.querySelector('[role=status]'));
  status.textContent = words;
  status.classList.toggle('text-danger', isWrong);
}
