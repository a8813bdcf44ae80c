/** @import { Readable } from 'node:stream' */
import { posix } from 'node:path';
import { readXml } from './read-parts.js';

/**
 * What a part of a workbook refers to. `type`: the last word of the relation's name, which is the same in the strict and in the
 * transitional namespaces
 *
 * @typedef {{ id: string, type: string, path: string }} Relation
 */

/** The name of a part as it is looked for: paths are compared without their case. @param {string} path */
export const partKey = (path) => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/**
 * Where the relations of a part are.
 *
 * @param {string} part '' for those of the package
 */
export const relationsPath = (part) => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);

/**
 * @param {Readable} stream of a .rels part @param {string} part whose relations they are @param {import('./held.js').Hold} hold
 * @returns {Promise<Relation[]>} paths from the root of the package; relations to the outside are left out
 */
export async function readRelations(stream, part, hold) {
  /** @type {Relation[]} */
  const relations = [];
  const reading = readXml(stream, {
    open({ name, attributes: { Id = '', Type = '', Target = '', TargetMode } }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      hold(Id, Target);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: resolved(Target, part) });
    },
  });
  while (!(await reading.next()).done);
  return relations;
}

/** @param {string} target @param {string} part */
function resolved(target, part) {
  const plain = decoded(target.replaceAll('\\', '/').split('#')[0]);
  return plain.startsWith('/') ? posix.normalize(plain).slice(1) : posix.join(posix.dirname(part), plain);
}

/** @param {string} target */
function decoded(target) {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * The workbook itself by the list of content types, for packages that have no relations.
 *
 * @param {Readable} stream of [Content_Types].xml @returns {Promise<string | null>}
 */
export async function readMainPart(stream) {
  /** @type {string | null} */
  let found = null;
  const reading = readXml(stream, {
    open({ name, attributes: { PartName = '', ContentType = '' } }) {
      if (name === 'Override' && /(sheet|template)[.\w]*\.main\+xml$/i.test(ContentType))
        found ??= PartName.replace(/^\//, '');
    },
  });
  while (!(await reading.next()).done);
  return found;
}
