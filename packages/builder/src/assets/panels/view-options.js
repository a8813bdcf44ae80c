// How the canvas is looked at: width, zoom, light or dark, with which row, as whom. None of it is part of the draft.
import { createFinder } from './finder.js';

/** @typedef {{ onChange: (options: { row: string | null, as: string | null }) => void, openFinder: ReturnType<typeof createFinder> }} Parts */

/** Narrower than this, in pixels, the desktop width is hardly legible. */
const SMALL = 480;

/**
 * @param {{ frame: HTMLIFrameElement, sheet: HTMLElement, stage: HTMLElement,
 *   onChange: (options: { row: string | null, as: string | null }) => void, onShape: () => void }} parts
 *   onChange: another row or reader; onShape: another size
 */
export function createViewOptions({ frame, sheet, stage, onChange, onShape }) {
  // A small screen starts with the phone: a desktop would be too small to read on it.
  const first = stage.clientWidth < SMALL ? 390 : 1280;
  const options = { width: first, zoom: 'fit', scheme: '', row: /** @type {string | null} */ (null), as: '' };

  /** The frame has the device's real width; zoom only scales the picture of it. */
  function shape() {
    const room = stage.clientWidth - 2 * parseFloat(getComputedStyle(stage).paddingInlineStart);
    const scale = options.zoom === 'fit' ? Math.min(1, room / options.width) : Number(options.zoom) / 100;
    const height = (stage.clientHeight - 2 * parseFloat(getComputedStyle(stage).paddingBlockStart)) / scale;
    Object.assign(frame.style, { width: `${options.width}px`, height: `${height}px`, transform: `scale(${scale})` });
    Object.assign(sheet.style, { width: `${options.width * scale}px`, height: `${height * scale}px` });
    onShape();
  }

  /** The site's own choice of this browser (its storage) stays as it is. */
  function paintScheme() {
    const root = frame.contentDocument?.documentElement;
    if (!root || !options.scheme) return;
    root.dataset.bsTheme = options.scheme;
    root.toggleAttribute('data-pl-dark', options.scheme === 'dark');
  }

  for (const button of all('[data-bld-width]')) {
    button.setAttribute('aria-pressed', String(Number(button.dataset.bldWidth) === first));
    button.addEventListener('click', () => {
      options.width = Number(button.dataset.bldWidth);
      for (const other of all('[data-bld-width]')) other.setAttribute('aria-pressed', String(other === button));
      shape();
    });
  }
  one('[data-bld-zoom]').addEventListener('change', ({ target }) => {
    options.zoom = /** @type {HTMLSelectElement} */ (target).value;
    shape();
  });
  one('[data-bld-scheme]').addEventListener('click', () => {
    const root = frame.contentDocument?.documentElement;
    const isDark = root ? getComputedStyle(root).colorScheme === 'dark' : false;
    const wanted = options.scheme ? options.scheme === 'dark' : isDark || prefersDark(root);
    options.scheme = wanted ? 'light' : 'dark';
    one('[data-bld-scheme]').setAttribute('aria-pressed', String(options.scheme === 'dark'));
    paintScheme();
  });
  const openFinder = createFinder(/** @type {HTMLDialogElement} */ (one('[data-bld-finder]')));
  startReaders(options, { onChange, openFinder });
  startRows(options, { onChange, openFinder });
  new ResizeObserver(shape).observe(stage);

  return { options, shape, paintScheme };
}

/**
 * Whom the canvas is shown as: a role, or a person found by name.
 *
 * @param {{ row: string | null, as: string }} options @param {Parts} parts
 */
function startReaders(options, { onChange, openFinder }) {
  const select = /** @type {HTMLSelectElement} */ (one('[data-bld-as]'));
  /** @param {string} as */
  const see = (as) => {
    options.as = as;
    onChange(options);
  };
  select.addEventListener('change', () => {
    if (select.value !== '?') return see(select.value);
    select.value = options.as;
    const { find = '', title = '' } = select.dataset;
    openFinder({
      url: find,
      title,
      onChoose({ value, label }) {
        for (const old of select.querySelectorAll('option[value^="user:"]')) old.remove();
        select.querySelector('option[value="?"]')?.before(new Option(label, value, true, true));
        see(value);
      },
    });
  });
}

/**
 * Which row the canvas is shown with.
 *
 * @param {{ row: string | null, as: string }} options @param {Parts} parts
 */
function startRows(options, { onChange, openFinder }) {
  const button = document.querySelector('[data-bld-row]');
  if (!(button instanceof HTMLElement)) return;
  button.addEventListener('click', () => {
    const { find = '', title = '' } = button.dataset;
    openFinder({
      url: find,
      title,
      onChoose({ value, label }) {
        /** @type {HTMLElement} */ (button.querySelector('span')).textContent = label;
        options.row = value;
        onChange(options);
      },
    });
  });
}

/** @param {HTMLElement | undefined} root */
const prefersDark = (root) =>
  root?.dataset.bsTheme === 'dark' || (!root?.dataset.bsTheme && matchMedia('(prefers-color-scheme: dark)').matches);

/** @param {string} selector @returns {HTMLElement} */
const one = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
/** @param {string} selector @returns {HTMLElement[]} */
const all = (selector) => [...document.querySelectorAll(selector)].map((each) => /** @type {HTMLElement} */ (each));
