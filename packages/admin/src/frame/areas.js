export const SECTIONS = /** @type {const} */ (['build', 'automate', 'people', 'site']);

/**
 * The screens in the sidebar by section.
 *
 * @param {readonly import('@plinth/server/types').Screen[]} screens
 * @returns {import('@plinth/server/types').Area[]}
 */
export function areasOf(screens) {
  return SECTIONS.flatMap((section) =>
    screens
      .flatMap(({ nav, path, title }) => (nav?.section === section ? [{ ...nav, area: path.slice(1), title }] : []))
      .sort((a, b) => a.order - b.order),
  );
}
