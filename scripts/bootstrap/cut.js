import postcss from 'postcss';

/** @import { AtRule, Container, Rule } from 'postcss' */

const CLASS = /\.((?:[\w-]|\\.)+)/g;
const VARIABLE = /var\(\s*(--[\w-]+)/g;

/** Names of the classes that an element must have. @param {string} selector @returns {string[]} */
export const classesOf = (selector) =>
  [...selector.replaceAll(/:not\([^()]*\)/g, '').matchAll(CLASS)].map(([, name]) => name.replaceAll('\\', ''));

/**
 * Takes out the selectors that are not wanted, and the rules that are left with none.
 *
 * @param {Container} sheet @param {(selector: string) => boolean} isWanted
 */
export function keepSelectors(sheet, isWanted) {
  sheet.walkRules((rule) => {
    if (isKeyframes(rule.parent)) return;
    const kept = rule.selectors.filter(isWanted);
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
}

/**
 * Takes out what our own sheets set on the same selector: they stand outside Bootstrap's layer, so theirs counts.
 *
 * @param {Container} sheet @param {string} own text of our sheets
 */
export function dropOverridden(sheet, own) {
  /** @type {Map<string, Set<string>>} */
  const set = new Map();
  postcss.parse(own).walkRules((rule) => {
    for (const selector of rule.selectors) {
      const key = keyOf(rule, selector);
      const names = set.get(key) ?? new Set();
      rule.walkDecls(({ prop }) => void names.add(prop));
      set.set(key, names);
    }
  });
  sheet.walkRules((rule) => {
    if (isKeyframes(rule.parent)) return;
    for (const selector of rule.selectors) {
      const names = set.get(keyOf(rule, selector));
      if (!names || !rule.some((node) => node.type === 'decl' && names.has(node.prop))) continue;
      const rest = rule.clone({ selectors: [selector] });
      rest.walkDecls(({ prop }, at) => void (names.has(prop) && rest.removeChild(at)));
      rule.before(rest);
      const others = rule.selectors.filter((one) => one !== selector);
      if (others.length > 0) rule.selectors = others;
      else return void rule.remove();
    }
  });
}

/** @param {Rule} rule @param {string} selector */
function keyOf(rule, selector) {
  const media = rule.parent?.type === 'atrule' ? /** @type {AtRule} */ (rule.parent).params : '';
  return `${media}|${selector}`.replaceAll(/\s+/g, ' ');
}

/**
 * Takes out variables that nothing asks for, animations that nothing plays, and what is empty then, until nothing is left
 * to take.
 *
 * @param {Container[]} sheets @param {string} own text of all else that may ask for a variable
 */
export function dropUnused(sheets, own) {
  for (let before = ''; before !== sheets.join('');) {
    before = sheets.join('');
    const asked = new Set([...`${before}${own}`.matchAll(VARIABLE)].map(([, name]) => name));
    for (const sheet of sheets) {
      sheet.walkDecls(/^--/, (decl) => void (!asked.has(decl.prop) && decl.remove()));
      sheet.walkAtRules('keyframes', (rule) => {
        const isPlayed = new RegExp(`animation[\\w-]*:[^;}]*\\b${rule.params}\\b`).test(before);
        if (!isPlayed) rule.remove();
      });
      dropEmpty(sheet);
    }
  }
}

/** @param {Container} sheet */
function dropEmpty(sheet) {
  sheet.walk(
    (node) => void ((node.type === 'rule' || node.type === 'atrule') && node.nodes?.length === 0 && node.remove()),
  );
}

/** @param {any} parent */
export const isKeyframes = (parent) => parent?.type === 'atrule' && parent.name === 'keyframes';
