import { describe } from 'node:test';
import { atEdge } from '../../testing/at-edge.js';
import { longTextType } from './long-text.js';
import { manyToManyType } from './many-to-many.js';
import { multiSelectType } from './multi-select.js';

const like = (/** @type {import('@plinth/plugin').FieldType} */ type, attributes = {}) => ({
  name: 'value',
  label: 'Value',
  required: false,
  type: type.name,
  attributes,
});
const all = (/** @type {number} */ count, /** @type {(at: number) => unknown} */ one) =>
  Array.from({ length: count }, (_, at) => one(at));

/** @param {unknown[] | null} list @param {number} count */
function hasAll(list, count) {
  if (list?.length !== count) throw new TypeError(`${list?.length} of ${count} are left`);
}

describe('a value at the edge of its limits', () => {
  atEdge('textCharacters', {
    send: (count) => longTextType.parse('x'.repeat(count), like(longTextType)),
    cause: /Value must have at most 1000000 characters/,
    wayOut: /must have at most/,
    stored: null,
  });

  for (const [as, given] of /** @type {[string, (texts: unknown[]) => unknown][]} */ ([
    ['a list', (texts) => texts],
    ['a text', (texts) => texts.join('; ')],
  ])) {
    atEdge('chosenEntries', {
      as,
      send(count) {
        const choice = (/** @type {number} */ at) => `${at}`.padEnd(200, 'x');
        const field = like(multiSelectType, { options: all(300, (at) => ({ value: choice(at), label: choice(at) })) });
        hasAll(multiSelectType.parse(given(all(count, choice)), field), count);
      },
      cause: /Value must have at most 200 entries/,
      wayOut: /must have at most/,
      stored: null,
    });

    atEdge('linkedRows', {
      as,
      send(count) {
        const keys = all(count, (at) => 2 ** 52 + at);
        hasAll(manyToManyType.parse(given(keys), like(manyToManyType, { table: 'topics' })), count);
      },
      cause: /Value must have at most 1000 entries/,
      wayOut: /must have at most/,
      stored: null,
    });

    atEdge('linkedRows', {
      as: `${as} of long keys`,
      send(count) {
        const keys = all(count, (at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
        const field = like(manyToManyType, { table: 'topics' });
        hasAll(manyToManyType.parse(given(keys), field), count);
      },
      cause: /Value must have at most 1000 entries/,
      wayOut: /must have at most/,
      stored: null,
    });
  }
});
