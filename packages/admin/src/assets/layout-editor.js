// The layout editor's keys, and sending a changed setting immediately. The steps themselves are buttons of the form.

const STEPS = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'into', ArrowLeft: 'out' };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** Steps that change the draft; selecting a node or a panel does not. */
const CHANGING = /^(add|up|down|into|out|copy|remove):/;

document.addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const form = input.closest('form[data-adm-live]');
  if (!form || input.name === 'preview') return;
  document.body.dataset.admDirty = '';
  // A new entry is empty: the server would drop it, even in the response to an earlier change that is still to be sent.
  // Filling it in sends both.
  if (isBlankEntry(input)) return clearTimeout(waiting);
  refreshSoon(form);
});

/** A click on a button right after typing must win over the refresh that it causes. @param {Element} form */
function refreshSoon(form) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    // It would be sent without the result of the current step, and replace it.
    if (stepping) return refreshSoon(form);
    /** @type {HTMLElement | null} */ (form.querySelector('[data-adm-refresh]'))?.click();
  }, 250);
}

document.addEventListener('click', (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (
    /** @type {Element} */ (event.target).closest('button[name=op]')
  );
  if (!button) return;
  clearTimeout(waiting);
  // What was chosen from the palette closes it.
  button.closest('.adm-palette')?.removeAttribute('open');
  if (CHANGING.test(button.value)) document.body.dataset.admDirty = '';
});
// --- what the server answers
/** Whether a button's response is pending. */
let stepping = false;
const isRefresh = (/** @type {any} */ { sourceElement }) => Boolean(sourceElement?.matches('[data-adm-refresh]'));
document.addEventListener('htmx:before:request', (/** @type {any} */ { detail: { ctx } }) => {
  if (!isRefresh(ctx)) stepping = true;
});
document.addEventListener('htmx:finally:request', (/** @type {any} */ { detail: { ctx } }) => {
  if (!isRefresh(ctx)) stepping = false;
});
// The preview is beside the form, and is loaded again only if it shows something else.
document.addEventListener('htmx:before:swap', (/** @type {any} */ { defaultPrevented, detail: { ctx } }) => {
  const frame = /** @type {HTMLIFrameElement | null} */ (document.querySelector('#preview-frame'));
  if (defaultPrevented || !frame || !ctx.target?.matches?.('form[data-adm-live]')) return;
  const page = new DOMParser().parseFromString(ctx.text ?? '', 'text/html');
  const next = page.querySelector('#preview-frame')?.getAttribute('srcdoc') ?? frame.srcdoc;
  if (next !== frame.srcdoc) frame.srcdoc = next;
});
document.addEventListener('htmx:after:swap', (/** @type {any} */ { detail: { ctx } }) => {
  if (isRefresh(ctx)) return;
  document.querySelector('.adm-tree [aria-current]')?.scrollIntoView({ block: 'nearest' });
});

// Unsaved changes exist only in this page.
document.addEventListener('submit', () => delete document.body.dataset.admDirty);
addEventListener('beforeunload', (event) => 'admDirty' in document.body.dataset && event.preventDefault());

document.addEventListener('keydown', (event) => {
  const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.adm-tree-node'));
  if (!node) return;
  const id = node.id.slice('node-'.length);
  const press = (/** @type {string} */ value) => {
    const button = document.querySelector(`.adm-tree-bar button[value="${value}:${id}"]`);
    if (!button) return false;
    /** @type {HTMLElement} */ (button).click();
    return true;
  };
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  if (step && event.altKey) press(step);
  else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') walk(node, event.key === 'ArrowDown' ? 1 : -1);
  else if (event.key === 'Delete' && !press('remove')) return;
  else if (!(step && !event.altKey) && event.key !== 'Delete') return;
  event.preventDefault();
});

/** @param {HTMLElement} node @param {number} step */
function walk(node, step) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.adm-tree-node')]);
  all[all.indexOf(node) + step]?.focus();
}

/** @param {Element} list in which an entry was added, moved or removed */
function isBlankEntry(list) {
  const last = [...list.querySelectorAll(':scope > [data-pl-entry]')].at(-1);
  return Boolean(last && !last.querySelector(':scope > input[name$="._known"]'));
}
