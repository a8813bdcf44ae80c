// Who else has this view open: their names in the top line, what they have selected on the canvas and in the outline.
import { openPresence } from './presence-stream.js';

/** @import { Editor } from './editor.js' */
/** @import { Presence, Present } from './presence-stream.js' */
/** @typedef {Present & { colour: number }} Person */

const COLOURS = 6;

/**
 * @param {{ editor: Editor, list: HTMLElement, outline: HTMLElement, here: string,
 *   onPeople: (people: readonly Person[]) => void }} parts here: "{name} is here"; onPeople: who is there now, to mark on the canvas
 */
export function startPeople({ editor, list, outline, here, onPeople }) {
  /** @type {Person[]} */
  let people = [];
  let reported = '';
  /** Heard while a request was on its way, whose answer may be older. @type {Presence | null} */
  let waiting = null;

  /** @param {Presence} presence */
  function hear(presence) {
    const { people: now } = presence;
    const users = [...new Set(now.map(({ user }) => user))].sort();
    people = now.map((each) => ({ ...each, colour: users.indexOf(each.user) % COLOURS }));
    const byUser = new Map(people.map((each) => [each.user, each]));
    list.replaceChildren(...[...byUser.values()].map((each) => badge(each, here)));
    markOutline(outline, people);
    onPeople(people);
    follow(presence);
  }

  /** @param {Presence} presence */
  function follow(presence) {
    waiting = editor.isSaved ? null : presence;
    if (waiting) return;
    const { version, catalog } = presence;
    const isOther = version === null ? editor.version > 0 : version !== editor.version;
    // Others have saved, published or discarded: the answer to the next picture brings it.
    // Fields, views or roles have changed: something may be missing now.
    if (isOther || catalog !== editor.catalog) editor.repaint();
  }

  /** @param {boolean} [always] */
  function report(always = false) {
    const now = `${editor.selected.join()} ${editor.version}`;
    if (!always && now === reported) return;
    reported = now;
    presence.report(editor.selected);
  }

  const presence = openPresence(editor.state.url, { onPresence: hear, onOpen: () => report(true) });
  editor.addEventListener('saving', () => waiting && follow(waiting));
  editor.addEventListener('select', () => report());
  editor.addEventListener('painted', () => {
    report();
    markOutline(outline, people);
  });
}

/** @param {Person} person @param {string} here */
function badge({ name, colour }, here) {
  const item = document.createElement('li');
  item.className = `bld-person bld-person-${colour}`;
  item.title = here.replace('{name}', name);
  const letters = Object.assign(document.createElement('span'), { textContent: initials(name), ariaHidden: 'true' });
  const whole = Object.assign(document.createElement('span'), {
    className: 'visually-hidden',
    textContent: item.title,
  });
  item.append(letters, whole);
  return item;
}

/** @param {HTMLElement} outline @param {readonly Person[]} people */
function markOutline(outline, people) {
  for (const old of outline.querySelectorAll('.bld-line-person')) old.remove();
  for (const { selected, name, colour } of people) {
    for (const id of selected) {
      const mark = document.createElement('span');
      mark.className = `bld-line-person bld-person-${colour}`;
      mark.title = name;
      mark.textContent = initials(name);
      outline.querySelector(`[data-node="${CSS.escape(id)}"]`)?.append(mark);
    }
  }
}

/** @param {string} name */
const initials = (name) =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
