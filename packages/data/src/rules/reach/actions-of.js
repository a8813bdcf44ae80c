/** Every { action, config } in a value, however deep. @param {any} value @returns {Generator<{ action: string, config: unknown }>} */
export function* actionsOf(value) {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.action === 'string') yield value;
  for (const part of Object.values(value)) yield* actionsOf(part);
}
