/** @import { Container, Rule } from 'postcss' */

const COLUMN = /^\.(col|row-cols)-[\w-]+( > \*)?$/;
const OFFSET = /^\.offset-/;

/**
 * Gutters as gaps between columns instead of margins around them: a row needs no negative margins, so that it may stand
 * anywhere and is never wider than what it stands in.
 *
 * @param {Container} sheet
 */
export function gutterGaps(sheet) {
  sheet.walkRules((rule) => {
    if (rule.selector === '.row') {
      drop(rule, /^margin/);
      rule.append({ prop: 'gap', value: 'var(--bs-gutter-y) var(--bs-gutter-x)' });
    } else if (rule.selector === '.row > *') {
      drop(rule, /^(padding|margin)/);
      rule.append({ prop: 'min-width', value: '0' });
    } else if (rule.selectors.every((one) => COLUMN.test(one))) {
      rule.walkDecls('width', (decl) => void (decl.value = withGaps(decl.value, (share) => share - 1)));
    } else if (rule.selectors.every((one) => OFFSET.test(one))) {
      rule.walkDecls(/^margin/, (decl) => void (decl.value = withGaps(decl.value, (share) => share)));
    }
  });
}

/** @param {Rule} rule @param {RegExp} names */
function drop(rule, names) {
  rule.walkDecls(names, (decl) => void decl.remove());
}

/**
 * A share of the row's width, and the gaps that belong to it: half of the width has half a gap less.
 *
 * @param {string} value such as 50% @param {(share: number) => number} gapsOf
 */
function withGaps(value, gapsOf) {
  if (!value.endsWith('%')) return value;
  const gaps = Number(gapsOf(parseFloat(value) / 100).toFixed(5));
  if (gaps === 0) return value;
  return `calc(${value} ${gaps < 0 ? '-' : '+'} ${Math.abs(gaps)} * var(--bs-gutter-x, 0px))`;
}
