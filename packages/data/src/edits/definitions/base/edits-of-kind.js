/** @import { Kind, KindEdit, Values } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */
/** @import { Edit, EditContext } from '../../types.d.ts' */
import { phrase, titleOf } from '@plinth/plugin';
import { aOf, checkObject } from './check-object.js';
import { find } from './find.js';
import { changed, keysOf } from './given.js';
import { rename } from './rename.js';
import { kindWord } from './summary-words.js';
import { existing, part, takes } from './takes.js';

/** Adds, changes and removes objects of a kind. @param {Kind} kind @returns {readonly Edit[]} */
export const editsOfKind = (kind) => [addEdit(kind), changeEdit(kind), removeEdit(kind), ...(kind.extraEdits ?? [])];

/** @param {Kind} kind @returns {Edit} */
function addEdit(kind) {
  const { name } = kind;
  const word = kindWord(kind);
  const own = kind.edits?.add ?? {};
  // An app is its own input.
  const objectIn = (/** @type {Values} */ input) =>
    (own.takes ? input : input[name]) ?? (kind.isNamedByLabel ? {} : undefined);
  return {
    name: `add-${name}`,
    about: own.about ?? `Adds ${aOf(kind)}`,
    takes: own.takes ?? takes({ [name]: part(name) }, own.optional),
    summary: own.summary ?? ((input) => phrase`Add ${word} "${titleOf(kind, objectIn(input))}"`),
    plan: planned(own, async (draft, input, context) => {
      const given = await prepared(kind, objectIn(input), { draft, before: null, on: context.on });
      const { name: called, body } = checkObject(kind, given, draft);
      draft.add(/** @type {any} */ (name), called, body);
    }),
  };
}

/** @param {Kind} kind @returns {Edit} */
function changeEdit(kind) {
  const { name } = kind;
  const word = kindWord(kind);
  const own = kind.edits?.change ?? {};
  return {
    name: `change-${name}`,
    about: own.about ?? `Changes ${aOf(kind)}`,
    takes: own.takes ?? takes({ [name]: existing(name), changes: part(`${name}Changes`) }, own.optional),
    summary:
      own.summary ??
      ((input, catalog, changes) =>
        phrase`Change ${word} "${titleOf(kind, find(kind, catalog, input[name]))}" (${keysOf(input, changes)})`),
    plan: planned(own, async (draft, input, context) => {
      const { id, ...before } = find(kind, draft.catalog, input[name]);
      const given = await prepared(kind, changed(input, before), { draft, before, on: context.on });
      const { name: called, body } = checkObject(kind, given, draft, { ...before, id });
      draft.change(id, { body });
      if (called === before.name) return;
      if (kind.rename) kind.rename(draft, { id, name: before.name }, called);
      else rename(draft, name, { id, name: before.name }, called);
    }),
  };
}

/** @param {Kind} kind @returns {Edit} */
function removeEdit(kind) {
  const { name } = kind;
  const word = kindWord(kind);
  const own = kind.edits?.remove ?? {};
  return {
    name: `remove-${name}`,
    about: own.about ?? `Removes ${aOf(kind)}`,
    takes: own.takes ?? takes({ [name]: existing(name) }, own.optional),
    summary:
      own.summary ?? ((input, catalog) => phrase`Remove ${word} "${titleOf(kind, find(kind, catalog, input[name]))}"`),
    plan: planned(own, (draft, input) => draft.remove(find(kind, draft.catalog, input[name]).id)),
  };
}

/**
 * What an edit does, or what its kind does around that.
 *
 * @param {KindEdit} own @param {(draft: Draft, input: Values, context: EditContext) => void | Promise<void>} usual
 * @returns {Edit['plan']}
 */
const planned = ({ plan }, usual) =>
  plan ? (draft, input, context) => plan(draft, input, context, () => usual(draft, input, context)) : usual;

/** @param {Kind} kind @param {Values} input @param {{ draft: Draft, before: unknown, on: EditContext['on'] }} about */
const prepared = (kind, input, about) => (kind.prepare ? kind.prepare(input, about) : input);
