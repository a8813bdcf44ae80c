/** @import { Kind, Registry } from '@plinth/plugin' */
import { belongsToApps, memoize } from '@plinth/plugin';
import { deepFreeze } from './freeze.js';

/** All kinds of metadata that have a definition, in their order. @type {(registry: Registry) => readonly Kind[]} */
export const kindsOf = memoize((registry) =>
  Object.freeze(registry.all('kind').toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)),
);

/** What the Catalog says of an object as far as its body doesn't. @type {(kind: Kind) => Readonly<Record<string, unknown>>} */
export const defaultsOf = memoize((kind) => {
  const given = kind.schema.filter((setting) => setting.default !== undefined);
  return deepFreeze({
    ...Object.fromEntries(given.map((setting) => [setting.name, structuredClone(setting.default)])),
    ...(belongsToApps(kind) && { app: null }),
    ...kind.defaults,
  });
});

/** Of a function of the Catalog: "hasPiece". @param {Pick<Kind, 'name'>} kind */
export const hasOf = ({ name }) => `has${name[0].toUpperCase()}${name.slice(1)}`;
