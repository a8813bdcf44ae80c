// The toolbar of the Markdown editor: each button puts its marks around what is selected.
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-pl-markdown] .pl-markdown-tools button');
  if (button) apply(button, button.closest('[data-pl-markdown]').querySelector('textarea'));
});

// Arrow keys move along the toolbar, which is one stop of the tab key.
document.addEventListener('keydown', (event) => {
  const bar = event.target.closest?.('.pl-markdown-tools');
  if (!bar || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
  const buttons = [...bar.querySelectorAll('button')];
  const step = (event.key === 'ArrowRight') === (getComputedStyle(bar).direction === 'ltr') ? 1 : -1;
  const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
  event.preventDefault();
});

function apply(button, area) {
  const { before, after, line } = button.dataset;
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

// execCommand is the only way that keeps the browser's own undo.
function insert(area, start, end, text) {
  area.setSelectionRange(start, end);
  if (!document.execCommand('insertText', false, text)) area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

function show() {
  for (const bar of document.querySelectorAll('.pl-markdown-tools[hidden]')) {
    bar.hidden = false;
    bar.querySelectorAll('button').forEach((button, at) => (button.tabIndex = at ? -1 : 0));
  }
}

show();
new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
