// Groups of a list: further rows come into their group in place. Loaded where a list is grouped.
import { request } from '@plinth/plugin/browser/request';

const MORE = '.pl-group-more a';

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const more = /** @type {HTMLAnchorElement | null | undefined} */ (target?.closest(MORE));
  if (!more || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void fetchMore(more);
});

// A group that came without rows gets them when it is opened. This event doesn't bubble.
document.addEventListener(
  'toggle',
  ({ target }) => {
    const body = target instanceof HTMLDetailsElement && target.open && target.closest('tbody:has(> .pl-group)');
    const more = /** @type {HTMLAnchorElement | null | false} */ (body && body.querySelector(MORE));
    if (more && more.closest('tr')?.previousElementSibling?.matches('.pl-group')) void fetchMore(more);
  },
  true,
);

/** @param {HTMLAnchorElement} link to a page with the next rows of the group alone */
async function fetchMore(link) {
  const section = link.closest('section[id]');
  const table = link.closest('table');
  const row = /** @type {HTMLTableRowElement | null} */ (link.closest('tr'));
  if (!section || !table || !row || link.ariaBusy) return;
  link.ariaBusy = 'true';
  const { ok, page } = await request(link.href, { accept: 'html' });
  const next = ok ? page.getElementById(section.id) : null;
  // The page itself says what is wrong.
  if (!next) return location.assign(link.href);
  const rows = next.querySelector('table');
  if (rows) table.dispatchEvent(new CustomEvent('pl:rows:before', { bubbles: true, detail: { next: rows } }));
  const found = [...(rows?.tBodies[0]?.rows ?? [])].filter((one) => !one.matches('.pl-add'));
  const added = found.map((one) => document.importNode(one, true));
  const isFocused = document.activeElement === link;
  row.replaceWith(...added);
  globalThis.htmx?.process(table);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
  if (!isFocused) return;
  const first = added.flatMap((one) => [...one.querySelectorAll('a[href], button, [tabindex]')])[0];
  /** @type {HTMLElement | undefined} */ (first)?.focus();
}
