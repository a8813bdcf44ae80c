// What a run of a function shows: its result or error, and its log.

/**
 * @param {HTMLElement} place
 * @param {{ text: string | null, logs: { level: string, text: string }[], ms: number, error: { title: string, message: string, line: number | null } | null }} found
 * @param {Record<string, string>} words @param {(line: number) => void} goTo
 */
export function showResult(place, { text, logs, ms, error }, words, goTo) {
  place.replaceChildren(
    ...(error ? [errorBox(error, words, goTo)] : [heading(words.result), block(pretty(text))]),
    ...(logs.length > 0 ? [heading(words.log), log(logs)] : []),
    made('p', 'form-hint mb-0', words.took.replace('{ms}', String(ms))),
  );
}

/** @param {string} tag @param {string} className @param {string} [text] */
function made(tag, className, text = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** @param {string} text */
const heading = (text) => made('h3', 'adm-fn-heading', text);

/** @param {string} text */
function block(text) {
  const pre = made('pre', 'adm-fn-output', text);
  // It scrolls, so the keyboard must reach it.
  pre.tabIndex = 0;
  return pre;
}

/** @param {{ title: string, message: string, line: number | null }} error @param {Record<string, string>} words @param {(line: number) => void} goTo */
function errorBox({ title, message, line }, words, goTo) {
  const box = made('div', 'alert alert-danger d-block text-break');
  box.append(made('strong', 'd-block', message && line ? message : title));
  if (message && !line && message !== title) box.append(made('span', 'd-block', message));
  if (line) {
    const button = /** @type {HTMLButtonElement} */ (
      made('button', 'btn btn-sm mt-2', words.line.replace('{line}', String(line)))
    );
    button.type = 'button';
    button.addEventListener('click', () => goTo(line));
    box.append(button);
  }
  return box;
}

/** @param {{ level: string, text: string }[]} logs */
function log(logs) {
  const list = made('ol', 'adm-fn-log');
  list.tabIndex = 0;
  list.append(...logs.map(({ level, text }) => made('li', `adm-fn-line is-${level}`, text)));
  return list;
}

/** @param {string | null} text JSON, or what plinth.respond sends */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text ?? 'null'), null, 2);
  } catch {
    return String(text);
  }
}
