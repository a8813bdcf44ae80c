// Entries of lists in forms made from settings. Names are key paths (columns.2.label), so moving an entry means renumbering.

const ESCAPE = /[.*+?^${}()|[\]\\]/g;
const NAMING = [
  'name',
  'id',
  'for',
  'aria-describedby',
  'list',
  'data-pl-entry',
  'data-pl-entries',
  'data-pl-show-if',
  'data-pl-nested',
];

/** @param {Element} list @returns {HTMLElement[]} */
export const entriesOf = (list) => [.../** @type {any} */ (list.querySelectorAll(':scope > [data-pl-entry]'))];

/** Entries that the server knows say so. @param {Element} entry */
export const isKnown = (entry) => entry.querySelector(':scope > input[name$="._known"]') !== null;

/** The fold of an entry; a new one has none. @param {Element} entry @returns {HTMLDetailsElement | null} */
export const foldOf = (entry) => entry.querySelector(':scope > .pl-entry-fold');

/** Renumbers the entries of a list. @param {HTMLElement} list */
export function renumber(list) {
  const name = list.dataset.plEntries ?? '';
  const pattern = new RegExp(`^(s-)?${name.replace(ESCAPE, '\\$&')}\\.(\\d+|__n__)(?=\\.|$|-)`);
  for (const [n, entry] of entriesOf(list).entries()) {
    const rename = (/** @type {string} */ value) =>
      value.replace(pattern, (/** @type {string} */ _, id = '') => `${id}${name}.${n}`);
    for (const element of [entry, ...withPatterns(entry)]) {
      for (const key of NAMING) {
        const value = element.getAttribute(key);
        if (value !== null) element.setAttribute(key, value.split(' ').map(rename).join(' '));
      }
    }
    const number = entry.querySelector(':scope > .pl-entry-fold > summary [data-pl-number]');
    if (number) number.textContent = String(n + 1);
  }
}

/** All descendants, including those inside templates. @param {ParentNode} root @returns {Element[]} */
function withPatterns(root) {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element instanceof HTMLTemplateElement ? [element, ...withPatterns(element.content)] : [element],
  );
}
