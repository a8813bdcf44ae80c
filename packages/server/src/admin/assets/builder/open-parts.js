// Entries of lists come folded from the server; those that were open are opened again, and empty new ones added again.

/**
 * What is open in a form that is about to be replaced.
 *
 * @param {HTMLElement} panel
 * @returns {() => void} opens the same in the new form, once its controls are ready
 */
export function openParts(panel) {
  const open = new Set(entriesIn(panel).filter(isOpen).map(nameOf));
  const counts = listsIn(panel)
    .filter((list) => isNew([...entriesOf(list)].at(-1)))
    .map((list) => ({ name: list.dataset.plEntries, count: entriesOf(list).length }));
  const { scrollTop } = panel;
  return () => {
    // Removes the empty entries that only a browser without scripts needs.
    document.dispatchEvent(new Event('pl:settings'));
    for (const entry of entriesIn(panel)) if (open.has(nameOf(entry))) foldOf(entry)?.setAttribute('open', '');
    for (const { name, count } of counts) {
      const list = listsIn(panel).find(({ dataset }) => dataset.plEntries === name);
      // The server drops entries without values.
      if (list && entriesOf(list).length < count)
        /** @type {HTMLElement | null} */ (list.querySelector(':scope > [data-pl-add]'))?.click();
    }
    panel.scrollTop = scrollTop;
  };
}

/** @param {HTMLElement} panel */
const entriesIn = (panel) => /** @type {HTMLElement[]} */ ([...panel.querySelectorAll('[data-pl-entry]')]);

/** @param {HTMLElement} panel */
const listsIn = (panel) => /** @type {HTMLElement[]} */ ([...panel.querySelectorAll('[data-pl-entries]')]);

/** @param {HTMLElement} list */
const entriesOf = (list) => list.querySelectorAll(':scope > [data-pl-entry]');

/** @param {HTMLElement} entry */
const foldOf = (entry) => /** @type {HTMLDetailsElement | null} */ (entry.querySelector(':scope > details'));

/** Those that the server knows say so. @param {Element | undefined} entry */
const isNew = (entry) => entry !== undefined && !entry.querySelector(':scope > input[name$="._known"]');

/** A new entry has no fold yet. @param {HTMLElement} entry */
const isOpen = (entry) => foldOf(entry)?.open ?? true;

/** @param {HTMLElement} entry */
const nameOf = (entry) => entry.dataset.plEntry ?? '';
