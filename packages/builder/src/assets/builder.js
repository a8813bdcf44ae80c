// Assembles the builder from its modules; each knows its own part of the screen.
import { followPointer, holdTouches } from '@plinth/plugin/browser/drag';
import { createActions } from './drafts/actions.js';
import { listenToCanvas } from './canvas-pointer.js';
import { Canvas } from './canvas/canvas.js';
import { commandGroups } from './palette/command-groups.js';
import { createCommands } from './palette/commands.js';
import { Drag } from './canvas/drag.js';
import { Editor } from './drafts/editor.js';
import { createTextEditing } from './canvas/inline-text.js';
import { openKept } from '../kit/kept.js';
import { createColumnsView } from './panels/columns-view.js';
import { startFolds } from './panels/folds.js';
import { createKeys, listenToClipboard } from './keys.js';
import { closeOpened, createKeyHelp } from './panels/opened.js';
import { createOutlineView } from './panels/outline-view.js';
import { Overlay } from './canvas/overlay.js';
import { createOthers } from './canvas/others.js';
import { createViewMaking } from './palette/make-view.js';
import { createPalette } from './palette/palette.js';
import { startPeople } from './drafts/people.js';
import { startPieces } from './palette/pieces.js';
import { createRelease } from './drafts/release.js';
import './panels/settings-panel.js';
import { createPropertiesView } from './panels/properties-view.js';
import { startPublishing } from './drafts/publishing.js';
import { painted } from '../kit/painted.js';
import { post } from '../kit/requests.js';
import { createResizing } from './canvas/resize.js';
import { createStatus } from './drafts/status.js';
import { SelectionView } from './canvas/selection.js';
import { startTabs } from './panels/tabs.js';
import { startTools } from './canvas/tools.js';
import { findNode } from '../model/tree.js';
import { createTriedValues } from './panels/tried-values.js';
import { createViewOptions } from './panels/view-options.js';

const state = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('builder-state')).textContent ?? '');
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-bld-${name}]`));
const frame = /** @type {HTMLIFrameElement} */ (part('frame'));
const [stage, sheet] = [part('stage'), part('sheet')];
const outlinePanel = /** @type {HTMLElement} */ (document.getElementById('bld-outline'));

const kept = await openKept();
const editor = new Editor(state, {
  kept,
  history: (await kept.get(`history:${state.kind}:${state.name}`).catch(() => null)) ?? null,
  async send(draft, version, select) {
    await painted();
    const { status, answer } = await post(`${state.url}/paint`, {
      draft,
      version,
      ...seen(),
      select,
      catalog: editor.catalog,
    });
    return { status, body: answer };
  },
});
const tried = await createTriedValues({ editor, kept, button: document.querySelector('[data-bld-try]') });
const canvas = new Canvas(frame, {
  empty: emptyText,
  parentOf: (id) => findNode(editor.draft, id)?.parent?.id ?? null,
  kindOf: (node) => ({
    name: editor.nameOf(node),
    note: editor.text('notSavedYet'),
    isContainer: (editor.elements.get(node.type)?.children ?? 'none') !== 'none',
  }),
});
const options = createViewOptions({
  frame,
  sheet,
  stage,
  onChange: () => editor.repaint(),
  onShape: () => canvas.drawn(),
});
const overlay = new Overlay(part('overlay'), canvas);
const status = createStatus({
  editor,
  status: part('status'),
  live: part('live'),
  problems: part('problems'),
  onProblem: show,
});
const { announce } = status;
const actions = createActions(editor, announce);
const tabs = startTabs();
const folds = startFolds();
const drag = new Drag({ editor, canvas, overlay, outline: outlinePanel, announce, dropped: focusCanvas });
const selection = new SelectionView({ editor, canvas, overlay, path: part('path') });
const resizing = createResizing({ editor, canvas, overlay, announce });
createColumnsView({ editor, canvas, overlay, announce, seen });
const properties = createPropertiesView({ element: part('props'), editor, seen });
const outline = createOutlineView({
  element: outlinePanel,
  editor,
  canvas,
  drag,
  hover: (id) => selection.hover(id ? canvas.markOf(id) : null),
});
const commands = createCommands({
  title: editor.text('commands'),
  none: editor.text('none'),
  groups: () => commandGroups(editor, actions, { copy: copyText, pieces }),
  onInsert: insert,
  onClose: focusCanvas,
});
const makeView = createViewMaking({ editor, announce, placed: (id) => canvas.reveal(id), onClose: focusCanvas });
const palette = createPalette(/** @type {HTMLElement} */ (document.getElementById('bld-add')), state.palette, {
  texts: {
    search: editor.text('search'),
    none: editor.text(state.palette.length ? 'none' : 'noLayout'),
    more: editor.text('moreElements'),
  },
  onInsert: insert,
  onPress: (event, item) =>
    followPointer(
      event,
      drag.gesture(() => draggedOf(item)),
    ),
});
editor.addEventListener('offers', () => palette.draw());
const keys = createKeys({
  actions,
  openCommands: () => commands.open(),
  openHelp: createKeyHelp().open,
  close() {
    if (closeOpened() || editor.selected.length === 0) return;
    actions.none();
    announce(editor.text('nothing'));
  },
  isOutline: (target) => outlinePanel.contains(target),
  editText: typeText,
});
document.addEventListener('keydown', keys);
listenToClipboard(document, { actions });
const texts = createTextEditing({ editor, canvas, bar: part('text-tools'), announce, ended: focusCanvas });
startTools({ toolbar: part('tools'), editor, actions, drag, texts: { ...texts, edit: typeText } });
const pieces = startPieces({ toolbar: part('tools'), editor, announce, onPalette: () => palette.draw() });
for (const [name, run] of /** @type {const} */ ([
  ['undo', actions.undo],
  ['redo', actions.redo],
]))
  part(name).addEventListener('click', run);

const whenReleased = createRelease(window);
let isUnsaved = false;
canvas.addEventListener('loaded', startCanvas);
canvas.start();
editor.addEventListener('change', () => canvas.arrange(editor.draft));
editor.addEventListener('saving', (event) => {
  const { state: saving } = /** @type {CustomEvent} */ (event).detail;
  if (saving !== 'saving') isUnsaved = saving !== 'saved';
  canvas.isUnsaved = isUnsaved;
});
editor.addEventListener('painted', (event) => {
  const answer = /** @type {CustomEvent} */ (event).detail;
  canvas.show(answer);
  tried.show(answer);
  // Both put new buttons in the place of others: a click that has begun would be lost.
  whenReleased(() => {
    outline.show(answer);
    properties.show(answer);
  });
});
editor.addEventListener('select', () => canvas.isReady && editor.selected[0] && canvas.reveal(editor.selected[0]));
await editor.start();
if (state.asked.length) editor.select(state.asked);

/** What the server needs to know besides the draft. */
function seen() {
  return { row: options.options.row, as: options.options.as, tried: tried.text };
}

function startCanvas() {
  options.paintScheme();
  listenToCanvas({
    editor,
    canvas,
    drag,
    focusCanvas,
    editText: texts.edit,
    hover: (mark) => {
      selection.hover(mark);
      resizing.show(mark);
    },
  });
  canvas.document.addEventListener('keydown', keys);
  holdTouches(canvas.document);
  listenToClipboard(canvas.document, { actions });
  // What an earlier tab could not save.
  canvas.arrange(editor.draft);
  canvas.isUnsaved = isUnsaved;
  // The page came as it is without a chosen row or reader, and without values that are tried.
  if (stage.dataset.ready !== undefined || tried.text) editor.repaint();
  stage.dataset.ready = '';
}

/** @param {import('./palette/palette.js').Item} item */
function insert(item) {
  if (item.make) return makeView(item);
  actions.insert(item.nodes);
  const [id = ''] = editor.selected;
  canvas.reveal(id);
  typeInto(id);
}

/** @param {import('./palette/palette.js').Item} item @returns {import('./canvas/drag.js').Dragged} */
function draggedOf(item) {
  const { nodes, label } = item;
  if (!item.make) return { ids: [], nodes, label };
  const { fresh } = editor.elements.get('embed') ?? {};
  return { ids: [], nodes: fresh ? [fresh] : [], label, place: (place) => makeView(item, place) };
}

/** A new text is selected as soon as it stands on the page: what is typed takes its place. @param {string} id */
function typeInto(id) {
  if (!texts.isNew(id)) return;
  const whenThere = () => {
    if (editor.selected.join() !== id || document.querySelector('dialog[open]')) return;
    const mark = canvas.markOf(id);
    const shown = /** @type {Element | null | undefined} */ (mark?.start?.nextSibling);
    // Another answer came first: its own is still to come.
    const isFresh = !shown || shown.matches?.('.bld-new, [data-bld-fresh]');
    if (isFresh) return editor.addEventListener('painted', whenThere, { once: true });
    if (mark && (document.activeElement === stage || document.activeElement === frame)) texts.edit(mark);
  };
  focusCanvas();
  editor.addEventListener('painted', whenThere, { once: true });
}

function focusCanvas() {
  stage.focus({ preventScroll: true });
}

/** @param {string} id empty: the view or page itself */
function show(id) {
  editor.select(id ? [id] : []);
  if (id) canvas.reveal(id);
  else focusProperties();
}

function focusProperties() {
  folds.open('props');
  properties.focus();
}

/** Edits the text of the selected element on the page, or else in its properties. */
function typeText() {
  const [id] = editor.selected;
  const mark = id ? canvas.markOf(id) : null;
  if (mark) texts.edit(mark, null, focusProperties);
}

/** The placeholder of an element that shows nothing. @param {string} id @param {boolean} hasPlace for others in it */
function emptyText(id, hasPlace) {
  const found = findNode(editor.draft, id);
  if (!found) return null;
  const { when, roles } = found.node.visible ?? {};
  if (!hasPlace && (when || roles?.length)) return editor.text('shownNot', { name: editor.nameOf(found.node) });
  const element = editor.elements.get(found.node.type);
  if (!element || element.children === 'none') return editor.text('shownEmpty', { name: editor.nameOf(found.node) });
  return editor.text(found.parent || found.node.children?.length ? 'dropHere' : 'invite');
}

/** @param {string} text */
function copyText(text) {
  void navigator.clipboard?.writeText(text);
}

startPublishing(editor, show);
startPeople({
  editor,
  list: part('people'),
  outline: outlinePanel,
  here: part('texts').dataset.here ?? '',
  onPeople: createOthers({ canvas, layer: part('others') }),
});
// The outline is of more use once there is something in it; a new page has its heading.
const layouts = Object.values(editor.draft.layouts);
const isBare = (/** @type {import('../model/tree.js').Node} */ { children = [] }) =>
  children.length <= 1 && children.every((child) => !child.children?.length);
if (layouts.length && layouts.every(isBare)) tabs.show('add');
