// What was typed into a form and not saved is kept in this browser, by person, form and row, and put back when the form is
// opened again: a tab may die. Where the row was changed meanwhile, that is said first. Only what differs from the form as it
// came is kept, and no passwords or files. Saving removes it (toast.js), and logging out removes all (forms.js).
import { make } from '../dialog.js';
import { draftKey, draftStore, forgetDraft } from './draft-place.js';
import { controlsOf, defaultsOf, isSame, setValues, valuesOf } from './draft-values.js';

/** @import { Values } from './draft-values.js' */

/** Typing goes on for so long before it is kept, in ms. */
const WAIT = 400;
const KEPT_FOR = 30 * 24 * 3600_000;
const LONGEST = 200_000;

/** was: what the form had, by control @typedef {{ at: number, now: Values, was: Values }} Draft */

/** @type {WeakMap<HTMLFormElement, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();
/** Forms that were looked at. @type {WeakSet<HTMLFormElement>} */
const seen = new WeakSet();
/** Forms with a draft that nobody has decided about. @type {WeakSet<HTMLFormElement>} */
const offered = new WeakSet();

for (const kind of ['input', 'change']) document.addEventListener(kind, (event) => later(formOf(event)));
// The tab is closed, or put away by a phone.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const form of forms()) if (timers.has(form)) keep(form);
});
document.addEventListener('submit', (event) => {
  const form = formOf(event);
  if (form && !event.defaultPrevented) keep(form);
});
// It was given up.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest('a[data-pl-cancel]');
  if (link) remove(link.closest('form'));
});
document.addEventListener(
  'close',
  ({ target }) => {
    if (target instanceof HTMLDialogElement) for (const form of forms(target)) remove(form);
  },
  true,
);

/** Looks for drafts of the forms that are there. */
export function watch() {
  for (const form of forms()) {
    if (seen.has(form)) continue;
    seen.add(form);
    // What was refused is on the form already.
    if (!isRefused(form)) open(form);
  }
}

/** Keeps what is typed once there is a pause. @param {HTMLFormElement | null} form */
export function later(form) {
  if (!form) return;
  clearTimeout(timers.get(form));
  timers.set(
    form,
    setTimeout(() => keep(form), WAIT),
  );
}

/** A form that saves itself needs none. @param {ParentNode} [within] */
function forms(within = document) {
  const found = within.querySelectorAll('form[data-pl-draft]:not([data-pl-autosave])');
  return /** @type {HTMLFormElement[]} */ ([...found]);
}

/** @param {Event} event @returns {HTMLFormElement | null} */
function formOf({ target }) {
  if (!(target instanceof Element)) return null;
  const form = /** @type {HTMLInputElement} */ (target).form ?? target.closest('form');
  return form?.matches('[data-pl-draft]:not([data-pl-autosave])') ? form : null;
}

/** @param {HTMLFormElement} form */
const isRefused = (form) => form.querySelector('[aria-invalid="true"], .alert-danger') !== null;

/** @param {HTMLFormElement} form */
const addressOf = (form) => form.getAttribute('action') ?? '';

/** @param {HTMLFormElement} form */
function keep(form) {
  clearTimeout(timers.get(form));
  timers.delete(form);
  if (!form.isConnected) return;
  const [now, was] = [valuesOf(form), defaultsOf(form)];
  const before = offered.has(form) || isRefused(form) ? read(form) : null;
  /** @type {Draft} */
  const draft = { at: Date.now(), now: before?.now ?? {}, was: { ...was, ...before?.was } };
  for (const [name, values] of Object.entries(now)) {
    if (!isSame(values, was[name])) draft.now[name] = values;
  }
  draft.was = Object.fromEntries(Object.keys(draft.now).map((name) => [name, draft.was[name] ?? []]));
  if (Object.keys(draft.now).length === 0) return remove(form);
  const text = JSON.stringify(draft);
  if (text.length <= LONGEST) attempt(() => draftStore().setItem(draftKey(addressOf(form)), text));
}

/** @param {HTMLFormElement | null} form */
function remove(form) {
  if (!form) return;
  clearTimeout(timers.get(form));
  timers.delete(form);
  forgetDraft(addressOf(form));
}

/** @param {HTMLFormElement} form @returns {Draft | null} */
function read(form) {
  const text = attempt(() => draftStore().getItem(draftKey(addressOf(form))));
  /** @type {Draft | null} */
  const draft = attempt(() => JSON.parse(text ?? 'null'));
  return draft && Object(draft.now) === draft.now && Object(draft.was) === draft.was ? draft : null;
}

/** @param {HTMLFormElement} form */
function open(form) {
  const draft = read(form);
  if (!draft) return;
  const [is, names] = [defaultsOf(form), Object.keys(draft.now)];
  const isStale = !(Date.now() - draft.at < KEPT_FOR);
  if (isStale || names.every((name) => isSame(draft.now[name], is[name]))) return remove(form);
  const isChanged = names.some((name) => is[name] && !isSame(draft.was[name] ?? [], is[name]));
  offer(form, draft, isChanged);
}

/** @param {HTMLFormElement} form @param {Draft} draft @param {boolean} isChanged whether the row is, since then */
function offer(form, draft, isChanged) {
  const { plDraft = '', plDraftChanged = '', plRestore = '', plDiscard = '' } = form.dataset;
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  const [box, content, text, buttons] = [
    make('div', 'alert alert-info'),
    make('div'),
    make('p', 'mb-2'),
    make('div', 'btn-list'),
  ];
  box.setAttribute('role', 'status');
  const say = (/** @type {string} */ says) =>
    (text.textContent = says.replace('{time}', () => format.format(draft.at)));
  /** @type {() => void} */
  let takeBack = () => {};
  const restore = async () => {
    offered.delete(form);
    say(plDraft);
    takeBack = await setValues(form, draft.now);
  };
  const again = button(plRestore, 'btn btn-sm btn-primary', () => {
    again.remove();
    void restore().then(() => firstOf(form)?.focus());
  });
  const discard = button(plDiscard, 'btn btn-sm', () => {
    offered.delete(form);
    takeBack();
    remove(form);
    box.remove();
    firstOf(form)?.focus();
  });
  buttons.append(...(isChanged ? [again] : []), discard);
  content.append(text, buttons);
  box.append(content);
  form.prepend(box);
  if (!isChanged) return void restore();
  offered.add(form);
  say(plDraftChanged);
}

/** @param {string} label @param {string} className @param {() => void} act */
function button(label, className, act) {
  const made = make('button', className, label);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

/** @param {HTMLFormElement} form @returns {HTMLElement | undefined} */
const firstOf = (form) => controlsOf(form).find(({ disabled, offsetParent }) => !disabled && offsetParent !== null);

/** A browser may keep nothing. @template T @param {() => T} act @returns {T | null} */
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
