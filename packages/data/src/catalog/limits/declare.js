/** By name: how much at most, of what, and what to do beyond. @typedef {Record<string, [most: number, of: string, beyond: string]>} Declared */

/**
 * The figures alone.
 *
 * @template {Declared} T @param {T} declared
 * @returns {{ readonly [name in keyof T]: number }}
 */
export function figuresOf(declared) {
  const figures = Object.entries(declared).map(([name, [most]]) => [name, most]);
  return Object.freeze(Object.fromEntries(figures));
}
