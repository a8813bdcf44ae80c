// The toolbar of the Markdown editor: each button puts its markup around the selection.
document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null | undefined} */ (
    target.closest?.('[data-pl-markdown] .pl-markdown-tools button')
  );
  const area = button?.closest('[data-pl-markdown]')?.querySelector('textarea');
  if (button && area) apply(button, area);
});

// Arrow keys move within the toolbar, which is a single tab stop.
document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLButtonElement} */ (event.target);
  const bar = target.closest?.('.pl-markdown-tools');
  if (!bar || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
  const buttons = [...bar.querySelectorAll('button')];
  const step = (event.key === 'ArrowRight') === (getComputedStyle(bar).direction === 'ltr') ? 1 : -1;
  const next = buttons[(buttons.indexOf(target) + step + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
  event.preventDefault();
});

/** @param {HTMLElement} button @param {HTMLTextAreaElement} area */
function apply(button, area) {
  const { before = '', after = '', line } = button.dataset;
  const { selectionStart: start, selectionEnd: end, value } = area;
  area.focus();
  if (line === undefined) {
    const selected = value.slice(start, end);
    insert(area, start, end, before + selected + after);
    area.setSelectionRange(start + before.length, start + before.length + selected.length);
    return;
  }
  const from = value.lastIndexOf('\n', start - 1) + 1;
  insert(area, from, end, value.slice(from, end).replace(/^/gm, before));
}

/**
 * execCommand is the only way to keep the browser's undo history.
 *
 * @param {HTMLTextAreaElement} area @param {number} start @param {number} end @param {string} text
 */
function insert(area, start, end, text) {
  area.setSelectionRange(start, end);
  if (!document.execCommand('insertText', false, text)) area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

function show() {
  const bars = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.pl-markdown-tools[hidden]'));
  for (const bar of bars) {
    bar.hidden = false;
    bar.querySelectorAll('button').forEach((button, at) => (button.tabIndex = at ? -1 : 0));
  }
}

show();
new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
