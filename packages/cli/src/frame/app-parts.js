import { UsageError } from './errors.js';

/** The flags of what an app may take of a site, besides its own tables, views and pages. */
const FLAGS = /** @type {const} */ ({
  name: { flag: 'site-name', title: 'site name' },
  look: { flag: 'look', title: 'theme and colours' },
  settings: { flag: 'settings', title: 'site settings' },
  home: { flag: 'home', title: 'home pages' },
  menu: { flag: 'menu', title: 'menu entries' },
  roles: { flag: 'roles', title: 'roles' },
  people: { flag: 'people', title: 'sample people' },
});

/** Two flags for each part: to take it, and to leave it out. */
export const partOptions = Object.fromEntries(
  Object.values(FLAGS).flatMap(({ flag, title }) => [
    [flag, { type: /** @type {const} */ ('boolean'), summary: `take its ${title}, whatever the site has` }],
    [`no-${flag}`, { type: /** @type {const} */ ('boolean'), summary: `leave out its ${title}` }],
  ]),
);

/**
 * @param {Record<string, unknown>} values of the flags
 * @returns {Record<string, boolean>} by part; where no flag says, what is usual for the site is taken
 * @throws {UsageError} both flags of a part
 */
export function chosenParts(values) {
  const both = Object.values(FLAGS).find(({ flag }) => values[flag] && values[`no-${flag}`]);
  if (both) throw new UsageError(`Use either --${both.flag} or --no-${both.flag}`);
  /** @type {Record<string, boolean>} */
  const chosen = {};
  for (const [part, { flag }] of Object.entries(FLAGS))
    if (values[flag] || values[`no-${flag}`]) chosen[part] = Boolean(values[flag]);
  return chosen;
}

/**
 * What was added besides tables, views and pages, and how to have the rest.
 *
 * @param {Record<string, string[]>} added @param {readonly string[]} left
 * @returns {string[]} lines
 */
export function describeParts(added, left) {
  const of = (/** @type {string} */ part) => FLAGS[/** @type {keyof typeof FLAGS} */ (part)];
  return [
    ...Object.entries(added).map(([part, what]) => `Added ${of(part).title}: ${what.join(', ')}`),
    ...(left.length > 0
      ? [`Not added: ${left.map((part) => `${of(part).title} (--${of(part).flag})`).join(', ')}`]
      : []),
  ];
}
