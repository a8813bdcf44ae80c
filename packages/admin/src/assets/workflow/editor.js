// The editor of a workflow: the same steps as a diagram and as a list, and the settings of one beside them.
import { post } from '../kit/requests.js';
import { createAdder } from './adder.js';
import { Commands } from './commands.js';
import { createDrag } from './drag.js';
import { listenToKeys } from './keys.js';
import { Panel, VARIABLES } from './panel.js';
import { placeOfGap } from './places.js';
import { Saving } from './save.js';
import { Store } from './store.js';
import { createView } from './view.js';
import { createZoom } from './zoom.js';

/** How long to wait after a change before the draft is checked, in ms. */
const REST = 400;

/** @param {HTMLElement} root */
async function open(root) {
  const find = (/** @type {string} */ name) => /** @type {any} */ (root.querySelector(`[data-wf-${name}]`));
  const store = new Store(JSON.parse(find('state').textContent));
  const announce = announcer(find('live'));
  const view = createView(find('flow'), store);
  const commands = new Commands(store, announce);
  const openAdder = createAdder(find('adder'), store, (at, { kind, settings }) => {
    if (commands.add(at, kind, settings)) void panel.open(store.selected ?? VARIABLES, true);
  });
  const close = () => {
    panel.close();
    (view.boxOf(store.selected) ?? find('flow').querySelector('.wf-add'))?.focus();
  };
  const panel = new Panel(find('panel'), store, { announce, openAdder, onClose: close });
  const saving = new Saving(root, store, { announce, flush: () => panel.flush() });
  createZoom(root, find('canvas'), find('flow'));
  createDrag(find('canvas'), store, commands);
  listenToKeys(find('flow'), store, commands, {
    openPanel: () => void panel.open(store.selected ?? VARIABLES, true),
    openAdder: () => openAdder(commands.target),
    save: () => void saving.save(),
  });
  listenToPresses(root, store, { openAdder, panel, work: workOf({ commands, panel, saving, store, close }) });
  listenToStore(find, store, panel);
  if (await store.open()) announce(store.text('restored'));
  goTo(store, panel);
}

/** @param {HTMLElement} live */
const announcer = (live) => (/** @type {string} */ text) => {
  // Repeated words must be announced again.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
};

/**
 * What the buttons do, by their name.
 *
 * @param {{ commands: Commands, panel: Panel, saving: Saving, store: Store, close: () => void }} parts
 * @returns {Record<string, () => unknown>}
 */
const workOf = ({ commands, panel, saving, store, close }) => ({
  close,
  save: () => saving.save(),
  undo: () => commands.undo(),
  redo: () => commands.redo(),
  up: () => commands.shift(-1),
  down: () => commands.shift(1),
  duplicate: () => commands.duplicate(),
  remove: () => commands.remove(),
  variables() {
    store.select(null);
    void panel.open(VARIABLES, true);
  },
});

/** @param {HTMLElement} root @param {Store} store @param {{ openAdder: (at: any) => void, panel: Panel, work: Record<string, () => unknown> }} parts */
function listenToPresses(root, store, { openAdder, panel, work }) {
  root.addEventListener('click', ({ target }) => {
    const near = (/** @type {string} */ name) =>
      /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(name));
    const [gap, box, pressed] = ['.wf-add', '.wf-box', '[data-wf-do]'].map(near);
    if (gap) {
      const [place, index] = placeOfGap(gap);
      openAdder({ place, index });
    } else if (box) {
      store.select(box.dataset.step ?? null);
      void panel.open(box.dataset.step ?? VARIABLES);
    } else if (pressed) void work[pressed.dataset.wfDo ?? '']?.();
  });
}

/** @param {(name: string) => any} find @param {Store} store @param {Panel} panel */
function listenToStore(find, store, panel) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const check = async () => {
    const { draft } = store;
    const body = new URLSearchParams({ draft: JSON.stringify(draft) });
    const { status, answer } = await post(`${store.state.url}/check`, body);
    if (status === 200 && draft === store.draft) store.told(answer);
  };
  store.addEventListener('select', () => {
    if (panel.isOpen && store.selected) void panel.open(store.selected);
  });
  store.addEventListener('change', () => {
    find('do=undo').disabled = !store.canUndo;
    find('do=redo').disabled = !store.canRedo;
    clearTimeout(waiting);
    if (panel.isOwn) return;
    waiting = setTimeout(() => (panel.isOpen ? panel.again() : void check()), REST);
  });
}

/** Opens the step that the address names, as problems do. @param {Store} store @param {Panel} panel */
function goTo(store, panel) {
  const at = new URLSearchParams(location.search).get('at') ?? '';
  const [, named] = /^steps\.([a-z0-9_]+)/.exec(at) ?? [];
  if (!named) return;
  store.select(named);
  void panel.open(named);
}

const root = /** @type {HTMLElement | null} */ (document.querySelector('[data-wf]'));
if (root) void open(root);
