// The API documentation page: each call as curl, and tried with the reader's own session.
import { request } from '@plinth/plugin/browser/request';

const MOST_SHOWN = 20_000;

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('.api-try'))) {
  const shown = /** @type {HTMLElement} */ (form.querySelector('.api-curl code'));
  const show = () => (shown.textContent = curlOf(form));
  form.addEventListener('input', show);
  show();
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.api-curl, .btn-list')))
    part.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

openNamed();
addEventListener('hashchange', openNamed);

/** A link to one call opens it. */
function openNamed() {
  const call = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('details');
  if (call) call.open = true;
}

/** @param {HTMLFormElement} form */
function partsOf(form) {
  const { apiMethod: method = 'GET', apiBase: base = '' } = form.dataset;
  const value = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value ?? null;
  const files = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('file'));
  return {
    method,
    base,
    path: value('path') ?? '',
    body: value('body'),
    takesFile: files !== null,
    file: files?.files?.[0],
  };
}

/** @param {HTMLFormElement} form */
function curlOf(form) {
  const { method, base, path, body, takesFile, file } = partsOf(form);
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(base + encoded(path))}`];
  lines.push(`-H "Authorization: Bearer $PLINTH_TOKEN"`);
  if (body !== null) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`);
  if (takesFile) lines.push(`-F ${quoted(`file=@${file?.name ?? 'scan.pdf'}`)}`);
  return lines.join(' \\\n  ');
}

/** Quotes for a shell. @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Encodes only what is needed in an address. @param {string} path */
function encoded(path) {
  return path.replace(/[ "<>\\^`{|}]/g, (sign) => encodeURIComponent(sign));
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const { method, path, body, file } = partsOf(form);
  const area = /** @type {HTMLElement} */ (form.querySelector('.api-answer'));
  const [badge, note] = /** @type {NodeListOf<HTMLElement>} */ (area.querySelectorAll('span'));
  const code = /** @type {HTMLElement} */ (area.querySelector('code'));
  area.hidden = false;
  area.setAttribute('aria-busy', 'true');
  const started = performance.now();
  const sent = file ? formOf(file) : (body ?? undefined);
  const answer = await request(`/api/v1${encoded(path)}`, { method, body: sent, waits: false });
  if (answer.status > 0) {
    const { text } = answer;
    badge.textContent = `${answer.status} ${answer.statusText}`;
    badge.className = `badge ${answer.status < 400 ? 'bg-success-lt' : 'bg-danger-lt'}`;
    note.textContent = `${Math.round(performance.now() - started)} ms · ${text.length.toLocaleString()} B`;
    code.textContent = pretty(text);
  } else {
    badge.textContent = answer.reason;
    badge.className = 'badge bg-danger-lt';
    note.textContent = code.textContent = '';
  }
  area.removeAttribute('aria-busy');
}

/** @param {File} file */
function formOf(file) {
  const form = new FormData();
  form.set('file', file);
  return form;
}

/** @param {string} text */
function pretty(text) {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A body that is not JSON is shown unchanged.
  }
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}\n…` : shown;
}
