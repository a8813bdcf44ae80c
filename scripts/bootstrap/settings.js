/** @import { Container } from 'postcss' */

/**
 * Values that Bootstrap leaves to whoever builds it (its Sass variables), in our measures; null: without.
 *
 * @type {Record<string, Record<string, string | null>>}
 */
const SETTINGS = {
  body: { 'font-weight': null, 'text-align': null },
  ol: { 'padding-inline-start': '1.5rem' },
  ul: { 'padding-inline-start': '1.5rem' },
  dt: { 'font-weight': '600' },
  b: { 'font-weight': '600' },
  strong: { 'font-weight': '600' },
  h1: { color: null },
  '.row': { '--bs-gutter-x': '1.25rem', '--bs-gutter-y': '1.25rem' },
};

/** @param {Container} sheet */
export function applySettings(sheet) {
  sheet.walkRules((rule) => {
    for (const selector of rule.selectors)
      for (const [prop, value] of Object.entries(SETTINGS[selector] ?? {}))
        rule.walkDecls(prop, (decl) => void (value === null ? decl.remove() : (decl.value = value)));
  });
}
