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
  const set = ownDeclarations(own);
  sheet.walkRules((rule) => {
    if (isKeyframes(rule.parent)) return;
    /** @type {Map<string, Rule>} */
    const rests = new Map();
    for (const selector of rule.selectors) {
      // Ours for any width counts at this one, too.
      const names = new Set(['', mediaOf(rule)].flatMap((media) => [...(set.get(`${media}|${selector}`) ?? [])]));
      const rest = rule.clone();
      rest.walkDecls((decl) => void ([...names].some((name) => covers(name, decl.prop)) && decl.remove()));
      const key = String(rest.nodes);
      const same = rests.get(key);
      if (same) same.selectors = [...same.selectors, selector];
      else rests.set(key, Object.assign(rest, { selectors: [selector] }));
    }
    rule.replaceWith(...rests.values());
  });
}

/** What our sheets set, by width of the screen and selector. @param {string} own */
function ownDeclarations(own) {
  /** @type {Map<string, Set<string>>} */
  const set = new Map();
  postcss.parse(own).walkRules((rule) => {
    for (const selector of rule.selectors) {
      const key = `${mediaOf(rule)}|${selector.replaceAll(/\s+/g, ' ')}`;
      const names = set.get(key) ?? new Set();
      rule.walkDecls(({ prop }) => void names.add(prop));
      set.set(key, names);
    }
  });
  return set;
}

/** @param {Rule} rule @returns {string} */
const mediaOf = ({ parent }) => (parent?.type === 'atrule' ? /** @type {AtRule} */ (parent).params : '');

const BLOCK = /^(margin|padding)-block$/;

/** Whether a property sets all that another one does. @param {string} name @param {string} other */
const covers = (name, other) =>
  name === other ||
  (!name.startsWith('--') && other.startsWith(`${name}-`)) ||
  (name === 'font' && other === 'line-height') ||
  (BLOCK.test(name) && new RegExp(`^${name.replace('-block', '')}-(top|bottom)$`).test(other));

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
