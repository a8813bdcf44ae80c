/** @import { FunctionDefinition, Overload, TypeName } from '../types.d.ts' */

/** @type {readonly TypeName[]} */
const SINGLE = ['bool', 'int', 'decimal', 'text', 'date', 'moment', 'time', 'duration', 'id'];

/** Functions about empty values. @type {readonly FunctionDefinition[]} */
export const presenceFunctions = [
  {
    name: 'size',
    help: 'fn.size',
    method: true,
    overloads: [
      {
        id: 'size.text',
        params: ['text'],
        result: 'int',
        total: true,
        run: ([a]) => BigInt(a === null ? 0 : [...a].length),
      },
      { id: 'size.list', params: ['list'], result: 'int', total: true, run: ([a]) => BigInt(a?.length ?? 0) },
    ],
  },
  {
    name: 'isEmpty',
    help: 'fn.isEmpty',
    method: true,
    overloads: [
      { id: 'isEmpty.text', params: ['text'], result: 'bool', total: true, run: ([a]) => a === null || a === '' },
      { id: 'isEmpty.list', params: ['list'], result: 'bool', total: true, run: ([a]) => !a || a.length === 0 },
      ...SINGLE.filter((type) => type !== 'text').map(
        /** @returns {Overload} */ (type) => ({
          id: `isEmpty.${type}`,
          params: [type],
          result: 'bool',
          total: true,
          run: ([a]) => a === null,
        }),
      ),
    ],
  },
  {
    name: 'ifEmpty',
    help: 'fn.ifEmpty',
    method: true,
    overloads: SINGLE.map((type) => ({
      id: `ifEmpty.${type}`,
      params: [type, type],
      result: type,
      total: true,
      run: ([a, b]) => a ?? b,
    })),
  },
];
