// Which entries of a form that is printed anew are which of the form on the page: the server leaves out what nobody has
// filled in yet, and numbers the others anew.
import { entriesOf, isKnown } from './setting-entries.js';

/**
 * @typedef {{ entries: Map<HTMLElement, HTMLElement>, blanks: Blank[], nameOf(name: string): string }} Pairs entries: those on
 *   the page, and their new ones; nameOf: what a key path is called in the new form
 * @typedef {{ entry: HTMLElement, list: HTMLElement, after: HTMLElement | null }} Blank an entry that is still empty, and where
 *   it goes
 */

/** @param {readonly HTMLElement[]} from on the page @param {readonly HTMLElement[]} to @returns {Pairs} */
export function pairsOf(from, to) {
  /** @type {Map<HTMLElement, HTMLElement>} */
  const entries = new Map();
  /** @type {Blank[]} */
  const blanks = [];
  match(from, to, '', '');
  const names = [...entries].map(([mine, theirs]) => [mine.dataset.plEntry ?? '', theirs.dataset.plEntry ?? '']);
  // The innermost first.
  names.sort(([a], [b]) => b.length - a.length);
  return {
    entries,
    blanks,
    nameOf(name) {
      const [mine, theirs] = names.find(([one]) => name === one || name.startsWith(`${one}.`)) ?? ['', ''];
      return theirs + name.slice(mine.length);
    },
  };

  /** @param {readonly HTMLElement[]} ours @param {readonly HTMLElement[]} news @param {string} prefix @param {string} newPrefix of names */
  function match(ours, news, prefix, newPrefix) {
    const known = new Map(listsIn(news).map((list) => [nameIn(list, newPrefix), list]));
    for (const list of listsIn(ours)) {
      const next = known.get(nameIn(list, prefix));
      if (next) matchEntries(list, next);
    }
  }

  /** @param {HTMLElement} list @param {HTMLElement} next */
  function matchEntries(list, next) {
    const mine = entriesOf(list);
    const theirs = entriesOf(next);
    const isLeftOut = mine.length > theirs.length ? isBlankIn(list) : () => false;
    let n = 0;
    /** @type {HTMLElement | null} */
    let last = null;
    for (const entry of mine) {
      if (isLeftOut(entry)) blanks.push({ entry, list: next, after: last });
      else if (theirs[n]) {
        last = theirs[n++];
        entries.set(entry, last);
        match([entry], [last], entry.dataset.plEntry ?? '', last.dataset.plEntry ?? '');
      }
    }
  }
}

/** Lists that are in no entry of another list among these. @param {readonly HTMLElement[]} roots @returns {HTMLElement[]} */
const listsIn = (roots) =>
  roots.flatMap((root) => {
    const lists = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-pl-entries]')]);
    const around = root.closest('[data-pl-entry]');
    return lists.filter((list) => list.parentElement?.closest('[data-pl-entry]') === around);
  });

/** @param {HTMLElement} list @param {string} prefix */
const nameIn = (list, prefix) => (list.dataset.plEntries ?? '').slice(prefix.length);

/** @param {HTMLElement} list @returns {(entry: HTMLElement) => boolean} whether nobody has filled in an entry */
function isBlankIn(list) {
  const pattern = /** @type {HTMLTemplateElement | null} */ (list.querySelector(':scope > template'));
  const untouched = pattern && valuesIn(pattern.content);
  return (entry) => !isKnown(entry) && valuesIn(entry) === untouched;
}

/** @param {ParentNode} root */
const valuesIn = (root) =>
  JSON.stringify(
    /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('input:not([type=hidden]), select, textarea')])
      .filter((control) => !control.closest('[data-pl-extra], .pl-entry-remove') && !control.matches('.pl-colour-pick'))
      .map(({ type, value, checked }) => (type === 'checkbox' || type === 'radio' ? checked : value)),
  );
