// The lines of the outline. A line that says the same stays the same element, even if it moves.

/** @import { Editor, Problem } from '../drafts/editor.js' */
/** @import { Node } from '../../model/tree.js' */

/**
 * What a line says.
 *
 * @typedef {{ id: string, depth: number, label: string, icon: string, hint: string, limited: string, wrong: string }} Line
 */

/** Deeper ones are not indented further. */
const DEEPEST = 12;

/**
 * @param {HTMLElement} element the panel with a list for each layout @param {Editor} editor
 * @returns {(told: { hints: Record<string, string>, problems: readonly Problem[] }) => void} draws; told: by the server
 */
export function createLines(element, editor) {
  const { state } = editor;
  /** What each line says now, as JSON. @type {WeakMap<Element, string>} */
  const said = new WeakMap();
  /** @param {HTMLElement} line @param {Line} says */
  const say = (line, says) => {
    const text = JSON.stringify(says);
    if (said.get(line) === text) return;
    said.set(line, text);
    fill(line, says, state.icons);
  };
  return ({ hints, problems }) => {
    const wrong = Map.groupBy(problems, ({ node }) => node);
    const lines = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('[data-node]'));
    const known = new Map([...lines].map((line) => [line.dataset.node, line]));
    /** @param {Node} node @param {number} depth @returns {Line} */
    const lineOf = (node, depth) => ({
      id: node.id,
      depth: Math.min(depth, DEEPEST),
      label: editor.elements.get(node.type)?.label ?? node.type,
      icon: editor.elements.get(node.type)?.icon ?? state.icons.unknown,
      hint: hints[node.id] ?? editor.hintOf(node),
      limited: node.visible?.when || node.visible?.roles?.length ? state.texts.limited : '',
      wrong: (wrong.get(node.id) ?? []).map(({ message }) => message).join(', '),
    });
    for (const tree of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('[data-layout]'))) {
      let at = tree.firstElementChild;
      /** @param {Node} node @param {number} depth */
      const step = (node, depth) => {
        const line = known.get(node.id) ?? document.createElement('li');
        known.delete(node.id);
        say(line, lineOf(node, depth));
        if (line === at) at = at.nextElementSibling;
        else tree.insertBefore(line, at);
        for (const child of node.children ?? []) step(child, depth + 1);
      };
      const root = editor.draft.layouts[tree.dataset.layout ?? ''];
      if (root) step(root, 0);
    }
    for (const gone of known.values()) gone.remove();
  };
}

/** @param {HTMLElement} line @param {Line} says @param {Record<string, string>} icons */
function fill(line, says, icons) {
  const { id, depth, label, icon, hint, limited, wrong } = says;
  line.className = `bld-line adm-depth adm-depth-${depth}`;
  line.id = `outline-${id}`;
  line.role = 'treeitem';
  line.ariaLevel = String(depth + 1);
  line.dataset.node = id;
  line.ariaSelected ??= 'false';
  if (!line.hasAttribute('tabindex')) line.tabIndex = -1;
  // The server's own icon.
  line.innerHTML = icon;
  line.append(part('bld-line-label', label));
  if (hint) line.append(part('bld-line-hint text-truncate', hint));
  if (limited) line.append(mark('bld-line-mark', icons.limited, limited));
  if (wrong) line.append(mark('bld-line-mark text-danger', icons.wrong, wrong));
}

/** @param {string} className @param {string} text */
const part = (className, text) => Object.assign(document.createElement('span'), { className, textContent: text });

/** @param {string} className @param {string} icon @param {string} text */
function mark(className, icon, text) {
  const made = Object.assign(document.createElement('span'), { className, title: text, innerHTML: icon });
  made.append(part('visually-hidden', text));
  return made;
}
