/** @import { Container, Declaration } from 'postcss' */

/** Sides of the text instead of the screen, so that one sheet serves both directions. */
const LOGICAL = [
  [/^(margin|padding|border)-left\b/, '$1-inline-start'],
  [/^(margin|padding|border)-right\b/, '$1-inline-end'],
  [/^left$/, 'inset-inline-start'],
  [/^right$/, 'inset-inline-end'],
  [/^border-top-left-radius$/, 'border-start-start-radius'],
  [/^border-top-right-radius$/, 'border-start-end-radius'],
  [/^border-bottom-left-radius$/, 'border-end-start-radius'],
  [/^border-bottom-right-radius$/, 'border-end-end-radius'],
].map(([from, to]) => ({ from: /** @type {RegExp} */ (from), to: /** @type {string} */ (to) }));
/** @type {Record<string, Record<string, string>>} */
const SIDES = {
  'text-align': { left: 'start', right: 'end' },
  float: { left: 'inline-start', right: 'inline-end' },
  clear: { left: 'inline-start', right: 'inline-end' },
};
/** Written for browsers that don't read `light-dark()`, which Plinth asks for. */
const OLD = /^(-(webkit|moz|o|ms)-(?!tap-highlight|text-size-adjust|match)|color-adjust)/;

/** Bootstrap's names for what its colours are compiled to. @type {[RegExp, string][]} */
const COLOURS = [
  [/rgba?\(var\(--bs-([\w-]+?)-rgb\),\s*1\)/gi, 'var(--bs-$1)'],
  [
    /rgba?\(var\(--bs-([\w-]+?)-rgb\),\s*(var\([^()]*\)|[\d.]+)\)/gi,
    'color-mix(in srgb, var(--bs-$1) calc($2 * 100%), transparent)',
  ],
  [/var\(--bs-([\w-]+?)-rgb\)/g, 'var(--bs-$1)'],
  [/rgba\(13, 110, 253, 0?\.25\)/g, 'color-mix(in srgb, var(--bs-primary) 25%, transparent)'],
  [/#0d6efd\b/gi, 'var(--bs-primary)'],
  [/#6c757d\b/gi, 'var(--bs-secondary)'],
  [/#86b7fe\b/gi, 'var(--bs-primary)'],
];

/**
 * Bootstrap's rules for our pages: for both directions of text, and with colours that are variables, so that a theme and
 * a mode need to set each once.
 *
 * @param {Container} sheet
 */
export function turn(sheet) {
  // The mode is in the values of our variables.
  sheet.walkRules(/data-bs-theme=("|')?dark/, (rule) => void rule.remove());
  sheet.walkRules(/data-bs-theme/, (rule) => {
    rule.selectors = rule.selectors.filter((selector) => !selector.includes('data-bs-theme'));
  });
  sheet.walkDecls((decl) => turnDeclaration(decl));
}

/** @param {Declaration} decl */
function turnDeclaration(decl) {
  if (OLD.test(decl.prop) || (/^--bs-[\w-]+-rgb$/.test(decl.prop) && /^[\d, ]+$/.test(decl.value)))
    return void decl.remove();
  const turned = LOGICAL.find(({ from }) => from.test(decl.prop));
  if (turned) decl.prop = decl.prop.replace(turned.from, turned.to);
  decl.value = SIDES[decl.prop]?.[decl.value] ?? decl.value;
  if (decl.prop.endsWith('-rgb')) decl.prop = decl.prop.slice(0, -4);
  for (const [from, to] of COLOURS) decl.value = decl.value.replaceAll(from, to);
}
