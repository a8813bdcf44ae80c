// A click anywhere on a row of a list opens it, like the link that stands in the row. Text can still be marked, and
// links, buttons and controls keep their own meaning.
const OWN = 'a, button, input, select, textarea, label, summary, [contenteditable]';

document.addEventListener('click', (event) => {
  const row = event.target.closest('tr[data-href]');
  if (!row || event.defaultPrevented || event.target.closest(OWN) || String(getSelection())) return;
  if (event.ctrlKey || event.metaKey) open(row.dataset.href, '_blank', 'noopener');
  else location.assign(row.dataset.href);
});

document.addEventListener('auxclick', (event) => {
  const row = event.target.closest('tr[data-href]');
  if (row && event.button === 1 && !event.target.closest(OWN)) open(row.dataset.href, '_blank', 'noopener');
});
