// Dragging elements: from the palette, on the page and in the outline, with the same places everywhere.
import { isVisible, rectOf } from './canvas.js';
import { distanceTo, nearestGap } from './drop-places.js';
import { insertNodes, moveNodes, removeNodes } from '../../model/document.js';
import { sideAt } from './sides.js';
import { withNewIds } from '../../model/ids.js';
import { placeAside } from '../../model/side-by-side.js';
import { mayBeIn } from '../../model/places.js';
import { contains, findNode, movable, pathTo } from '../../model/tree.js';

/** @import { Canvas } from './canvas.js' */
/** @import { Editor } from '../drafts/editor.js' */
/** @import { Mark } from './marks.js' */
/** @import { Overlay } from './overlay.js' */
/** @import { Place } from '../../model/document.js' */
/** @import { Point } from './drop-places.js' */
/** @import { Node } from '../../model/tree.js' */

/**
 * What is dragged: nodes of the draft, or new ones.
 *
 * @typedef {{ ids: string[], nodes: Node[], label: string, place?: (place: Place) => void }} Dragged ids: empty for new nodes;
 *   place: what to do instead of inserting them
 * @typedef {{ target: string, isBefore: boolean }} Side
 * @typedef {{ place: Place, show: () => void, side?: Side }} Target side: of an element that it is to stand beside
 */

/** A drop this close to a container's border goes beside the container, in pixels. */
const BORDER = 7;
/** So near to the edge, in pixels, it scrolls. */
const EDGE = 44;
/** How long to stay on a tab or a closed section until it opens, in ms. */
const OPENS_AFTER = 550;

export class Drag {
  #editor;
  #canvas;
  #overlay;
  #outline;
  /** @type {Dragged | null} */
  #dragged = null;
  /** @type {Target | null} */
  #target = null;
  /** @type {HTMLElement | null} */
  #ghost = null;
  /** @type {Point} */
  #point = { x: 0, y: 0 };
  /** Whether the target is that of the point. */
  #isFound = false;
  /** @type {{ element: Element | null, since: number }} */
  #resting = { element: null, since: 0 };

  /**
   * @param {{ editor: Editor, canvas: Canvas, overlay: Overlay, outline: HTMLElement, announce: (text: string) => void,
   *   dropped: () => void }} parts
   */
  constructor({ editor, canvas, overlay, outline, announce, dropped }) {
    this.#editor = editor;
    this.#canvas = canvas;
    this.#overlay = overlay;
    this.#outline = outline;
    this.announce = announce;
    this.dropped = dropped;
  }

  get isDragging() {
    return this.#dragged !== null;
  }

  /** @param {() => Dragged | null} what @returns {import('@plinth/plugin/browser/drag').Gesture} */
  gesture(what) {
    return {
      cursor: 'grabbing',
      start: () => this.#start(what()),
      frame: (point) => this.#frame(point),
      end: () => this.#end(),
      cancel: () => this.#cancel(),
    };
  }

  /** Existing nodes: all selected ones if it is one of them. @param {string} id @returns {Dragged | null} */
  dragged(id) {
    const { draft, selected } = this.#editor;
    const found = movable(draft, selected.includes(id) ? selected : [id]);
    const [first] = found;
    if (!first) return null;
    const label =
      found.length > 1 ? this.#editor.text('elements', { count: found.length }) : this.#editor.nameOf(first.node);
    return { ids: found.map(({ node }) => node.id), nodes: found.map(({ node }) => node), label };
  }

  /** @param {Dragged | null} dragged */
  #start(dragged) {
    if (!dragged || !this.#canvas.isReady) return false;
    this.#dragged = dragged;
    this.#ghost = Object.assign(document.createElement('div'), { className: 'bld-ghost', textContent: dragged.label });
    document.body.append(this.#ghost);
    this.#overlay.clear('bld-hovered');
    this.#target = null;
    this.#isFound = false;
    return true;
  }

  /** Once a frame, and before it ends: measuring for each move would lay out the page several times. @param {Point} point */
  #frame(point) {
    if (point.x !== this.#point.x || point.y !== this.#point.y) this.#isFound = false;
    this.#point = point;
    this.#scroll();
    this.#openUnder();
    if (this.#isFound) return;
    this.#isFound = true;
    this.#target = this.#find(point);
    const ghost = /** @type {HTMLElement} */ (this.#ghost);
    ghost.style.transform = `translate(${point.x + 12}px, ${point.y + 14}px)`;
    ghost.classList.toggle('bld-ghost-off', !this.#target);
    if (this.#target) this.#target.show();
    else this.#clear();
  }

  #end() {
    const [dragged, target] = [this.#dragged, this.#target];
    this.#stop();
    if (!dragged || !target) return;
    if (dragged.place) return dragged.place(target.place);
    const { draft } = this.#editor;
    const nodes = dragged.ids.length ? dragged.nodes : dragged.nodes.map(withNewIds);
    const placed = () =>
      dragged.ids.length ? moveNodes(draft, dragged.ids, target.place) : insertNodes(draft, nodes, target.place);
    const next = (target.side && this.#aside(dragged.ids, nodes, target.side)) ?? placed();
    const select = nodes.map(({ id }) => id);
    const verb = dragged.ids.length ? 'moved' : 'inserted';
    if (!this.#editor.change(next, { label: this.#editor.text(dragged.ids.length ? 'move' : 'insert'), select }))
      return this.#editor.select(select);
    const parent = findNode(next, nodes[0].id)?.parent;
    this.announce(this.#editor.text(verb, { name: dragged.label, parent: this.#editor.nameOf(parent) }));
    this.dropped();
  }

  /** The draft with nodes in columns beside another one. @param {string[]} ids to be moved @param {Node[]} nodes @param {Side} side */
  #aside(ids, nodes, side) {
    const { draft, elements, accepts } = this.#editor;
    const [columns, column] = ['columns', 'column'].map((type) => elements.get(type)?.fresh);
    if (!columns || !column || nodes.some((node) => contains(node, side.target))) return null;
    return placeAside(removeNodes(draft, ids), nodes, side, { columns, column, accepts });
  }

  #cancel() {
    this.#stop();
    this.announce(this.#editor.text('cancelled'));
  }

  #stop() {
    this.#dragged = null;
    this.#target = null;
    this.#ghost?.remove();
    this.#ghost = null;
    this.#clear();
  }

  #clear() {
    this.#overlay.clear('bld-drop-line');
    this.#overlay.clear('bld-drop-into');
    for (const line of this.#outline.querySelectorAll('[data-drop]')) line.removeAttribute('data-drop');
  }

  /** @param {Point} point @returns {Target | null} */
  #find(point) {
    const over = document.elementFromPoint(point.x, point.y);
    const line = over?.closest?.('[data-node]');
    if (line && this.#outline.contains(line)) return this.#inOutline(/** @type {HTMLElement} */ (line), point);
    const { left, right, top, bottom } = this.#canvas.frame.getBoundingClientRect();
    const isOver = point.x >= left && point.x <= right && point.y >= top && point.y <= bottom;
    const isStage = over === this.#canvas.frame || Boolean(over?.closest?.('.bld-stage'));
    return isOver && isStage ? this.#onPage(this.#canvas.toPage(point)) : null;
  }

  /** @param {string} parent */
  #accepts(parent) {
    const { ids, nodes } = /** @type {Dragged} */ (this.#dragged);
    const types = nodes.map(({ type }) => type);
    return mayBeIn(this.#editor.draft, parent, { types, ids }, this.#editor.accepts);
  }

  /** @param {Point} point of the page @returns {Target | null} */
  #onPage(point) {
    /** @type {Mark[]} */
    const around = [];
    let mark = this.#canvas.markAt(point) ?? this.#nearestRoot(point);
    for (; mark?.id; mark = mark.parent) around.push(mark);
    const fitting = around.filter(({ id }) => this.#accepts(id));
    if (!fitting.length) return null;
    let [at] = fitting;
    // Near the border of a container, it is dropped beside it.
    while (fitting.length > 1 && isAtBorder(at, point) && fitting[1] !== at) {
      fitting.shift();
      [at] = fitting;
    }
    return this.#inMark(at, point);
  }

  /** @param {Point} point @returns {Mark | null} */
  #nearestRoot(point) {
    const far = (/** @type {Mark} */ root) => distanceTo(rectOf(root), point);
    const roots = this.#canvas.roots.filter((root) => this.#accepts(root.id));
    return roots.reduce(
      (best, root) => (!best || far(root) < far(best) ? root : best),
      /** @type {Mark | null} */ (null),
    );
  }

  /** @param {Mark} mark @param {Point} point @returns {Target} */
  #inMark(mark, point) {
    const children = findNode(this.#editor.draft, mark.id)?.node.children ?? [];
    const index = new Map(children.map(({ id }, i) => [id, i]));
    const boxes = mark.children
      .map((child) => ({ id: child.id, box: rectOf(child), index: index.get(child.id) ?? -1 }))
      .filter(({ box, index: at }) => at >= 0 && isVisible(box));
    const isRtl = this.#canvas.document.dir === 'rtl';
    const gap = nearestGap(boxes, point, { isRow: isRow(mark), isRtl, count: children.length });
    const { ids, nodes, place } = /** @type {Dragged} */ (this.#dragged);
    const at = isRow(mark) || place ? null : sideAt(boxes, point, { scale: this.#canvas.scale, isRtl });
    const side = at && this.#aside(ids, nodes, at) ? at : undefined;
    const line = side && at ? at.line : gap.line;
    const show = () => {
      this.#clear();
      const label = this.#editor.nameOf(findNode(this.#editor.draft, mark.id)?.node);
      this.#overlay.draw('bld-drop-into', [{ box: rectOf(mark), label }]);
      this.#overlay.draw('bld-drop-line', line ? [{ box: line }] : []);
    };
    return { place: { parent: mark.id, index: gap.index }, show, side };
  }

  /** @param {HTMLElement} line @param {Point} point @returns {Target | null} */
  #inOutline(line, point) {
    const id = line.dataset.node ?? '';
    const { node, parent, index = 0 } = findNode(this.#editor.draft, id) ?? {};
    if (!node) return null;
    const { top, height } = line.getBoundingClientRect();
    const at = (point.y - top) / height;
    const into = this.#accepts(id)
      ? { parent: id, index: at < 0.7 || !node.children?.length ? (node.children?.length ?? 0) : 0 }
      : null;
    const beside =
      parent && this.#accepts(parent.id) ? { parent: parent.id, index: at < 0.5 ? index : index + 1 } : null;
    const wantsInto = into && (!beside || (at > 0.3 && (at < 0.7 || Boolean(node.children?.length))));
    const place = wantsInto ? into : beside;
    if (!place) return null;
    const show = () => {
      this.#clear();
      line.dataset.drop = place === into ? 'into' : at < 0.5 ? 'before' : 'after';
    };
    return { place, show };
  }

  /** Scrolls at the edges. */
  #scroll() {
    const frame = this.#canvas.frame.getBoundingClientRect();
    const stage = /** @type {HTMLElement} */ (this.#canvas.frame.closest('.bld-stage')).getBoundingClientRect();
    const box = {
      left: frame.left,
      right: frame.right,
      top: Math.max(frame.top, stage.top),
      bottom: Math.min(frame.bottom, stage.bottom),
    };
    const scrolls = [
      { by: speed(this.#point, box), scroll: (/** @type {number} */ by) => this.#canvas.window.scrollBy(0, by) },
      {
        by: speed(this.#point, this.#outline.getBoundingClientRect()),
        scroll: (/** @type {number} */ by) => this.#outline.closest('.bld-side')?.scrollBy(0, by),
      },
    ];
    for (const { by, scroll } of scrolls) if (by) scroll(by);
    if (scrolls.some(({ by }) => by)) this.#isFound = false;
  }

  /** Opens what the pointer rests on. */
  #openUnder() {
    const { x, y } = this.#canvas.toPage(this.#point);
    const under =
      this.#canvas.document.elementFromPoint(x, y)?.closest('label.pl-tab, details:not([open]) > summary') ?? null;
    if (under !== this.#resting.element) this.#resting = { element: under, since: performance.now() };
    else if (under && performance.now() - this.#resting.since > OPENS_AFTER) {
      this.#resting = { element: null, since: 0 };
      this.#isFound = false;
      /** @type {HTMLElement} */ (under).click();
    }
  }
}

/** Ids of the containers around a node, innermost first. @param {Editor} editor @param {string} id */
export const parentsOf = ({ draft }, id) =>
  pathTo(draft, id)
    .slice(0, -1)
    .map((node) => node.id)
    .reverse();

/** Whether a container lays its children out side by side. @param {Mark} mark */
function isRow({ children, slot }) {
  // The first child may be a heading that stands in the top bar.
  const holder = /** @type {Element | null | undefined} */ (slot?.parentNode ?? children.at(-1)?.holder);
  if (!holder || holder.nodeType !== 1) return false;
  const { display, flexDirection } = getComputedStyle(holder);
  return display.includes('flex') && flexDirection.startsWith('row');
}

/** Not on a child: what is flush with the border is inside. @param {Mark} mark @param {Point} point */
function isAtBorder(mark, { x, y }) {
  if (mark.children.some((child) => distanceTo(rectOf(child), { x, y }) === 0)) return false;
  const { left, right, top, bottom, width, height } = rectOf(mark);
  const [side, edge] = [Math.min(BORDER, width / 6), Math.min(BORDER, height / 6)];
  return x - left < side || right - x < side || y - top < edge || bottom - y < edge;
}

/** How fast to scroll, in pixels a frame. @param {Point} point @param {{ left: number, right: number, top: number, bottom: number }} box */
function speed({ x, y }, { left, right, top, bottom }) {
  if (x < left || x > right || y < top - EDGE || y > bottom + EDGE) return 0;
  if (y < top + EDGE) return -Math.ceil((top + EDGE - y) / 4);
  return y > bottom - EDGE ? Math.ceil((y - (bottom - EDGE)) / 4) : 0;
}
