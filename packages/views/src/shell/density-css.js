/** How much room controls, table cells and cards take. */
const DENSITIES = /** @type {Record<string, { control: string, cell: string, card: string, line: string }>} */ ({
  compact: { control: '1.875rem', cell: '0.3125rem', card: '0.75rem 1rem', line: '0.25rem' },
  roomy: { control: '2.625rem', cell: '0.9375rem', card: '1.5rem 1.75rem', line: '0.5rem' },
});

/**
 * The rules for a density other than the normal one. Touch screens keep their larger controls (buttons.css).
 *
 * @param {string | undefined} density of LOOK_DENSITIES
 * @returns {string[]}
 */
export function densityCss(density) {
  const rooms = DENSITIES[density ?? ''];
  if (!rooms) return [];
  const { control, cell, card, line } = rooms;
  return [
    `@media (pointer: fine) { :root { --pl-control: ${control}; } }`,
    `.table:not(.table-sm) :is(th, td) { padding-block: ${cell}; }`,
    `.card-body { padding: ${card}; }`,
    `.dropdown-item, .list-group-item { padding-block: ${line}; }`,
  ];
}
