/** @import { Kind, Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { belongsToApps, checkSettings, inputInvalid, memoize, objectsOf } from '@plinth/plugin';
import { checkAppOf } from './app-of.js';
import { checkInside } from './layouts.js';
import { checkedName, free, freeName, onlyKeys, refuseStart } from './names.js';
import { labelOf, line } from './texts.js';

/**
 * An object of a kind in stored form.
 *
 * @param {Kind} kind @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the object as it is
 * @returns {{ name: string, body: any }}
 */
export function checkObject(kind, input, scope, self) {
  if (kind.check) return kind.check(input, scope, self);
  const name = checkName(kind, input, scope, self);
  const { catalog, registry } = scope;
  const given = kind.schema.filter((setting) => Object.hasOwn(input, setting.name));
  const body = checkSettings(
    kind.schema,
    Object.fromEntries(given.map((setting) => [setting.name, input[setting.name]])),
  );
  checkInside(kind.schema, body, registry, self);
  if ('label' in body) body.label = line('label', body.label, labelOf(name));
  return { name, body: { ...body, ...(belongsToApps(kind) && { app: checkAppOf(input.app, catalog) }) } };
}

/**
 * The name of a new or changed object, after refusing keys that its kind doesn't have.
 *
 * @param {Kind} kind @param {Values} input @param {Pick<Scope, 'catalog'>} scope @param {{ id: string, name?: string }} [self] the object as it is
 * @returns {string}
 */
export function checkName(kind, input, { catalog }, self) {
  onlyKeys(aOf(kind), input, keysOf(kind));
  const others = objectsOf(catalog, kind).filter(({ id }) => id !== self?.id);
  if (kind.isNamedByLabel) {
    const label = line('label', input.label);
    if (label === '') throw inputInvalid({ label: 'Give it a name' });
    if (!input.name) return freeName(label, others, kind.name);
  }
  const name = checkedName(kind.label, input.name, kind.names);
  // An old one may keep its name.
  if (kind.reserved && name !== self?.name) refuseStart(kind.label, name, kind.reserved);
  return free(kind.label, name, others);
}

/** "a piece", as an English message calls one. @param {Kind} kind */
export const aOf = ({ label }) => `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;

/** What its edits take: the app comes after the description. @type {(kind: Kind) => readonly string[]} */
const keysOf = memoize((kind) => {
  if (kind.keys) return kind.keys;
  const names = kind.schema.map(({ name }) => name);
  const at = names.indexOf('description') + 1;
  return ['name', ...names.slice(0, at), ...(belongsToApps(kind) ? ['app'] : []), ...names.slice(at)];
});
