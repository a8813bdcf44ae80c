export const SECTIONS = /** @type {const} */ (['build', 'automate', 'people', 'site']);

/**
 * The screens in the sidebar by section.
 *
 * @param {readonly import('./screens.js').Screen[]} screens
 * @returns {{ section: string, area: string, title: string, icon: string }[]} area: the first step of its address below
 *   /admin
 */
export function areasOf(screens) {
  return SECTIONS.flatMap((section) =>
    screens
      .flatMap(({ nav, path, title }) => (nav?.section === section ? [{ ...nav, area: path.slice(1), title }] : []))
      .sort((a, b) => a.order - b.order),
  );
}
