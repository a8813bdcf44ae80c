import { SAMPLE_TYPES } from '@plinth/plugin/contract';

/** @import { Rule } from 'eslint' */

const NAMES = new Set(SAMPLE_TYPES);
/** These are nothing but types of fields; `text` or `date` may also be a setting, a cell or what an expression knows. */
const PLAIN = new Set(
  SAMPLE_TYPES.filter((name) => name.includes('_') || /^(money|percent|phone|rating|uuid)$/.test(name)),
);
/** What is compared with the same words, but is no type of a field. */
const OTHERS = /(^|\.)(kind|group|value)$|^kind\.name$|^setting\.type$|^literal$/;
/** There, these are what expressions know values as. */
const IN_EXPRESSIONS = new Set(['text', 'decimal', 'date', 'time', 'duration', 'json']);

/**
 * Refuses lists of names of field types: a plugin's type is in none of them. What is asked is a trait of the type.
 *
 * @type {Rule.RuleModule}
 */
export const noTypeLists = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { list: 'Ask a trait of the type, which types of plugins have too, instead of listing {{names}}.' },
  },
  create(context) {
    const { sourceCode } = context;
    const isExpressions = /\/(expressions?|workflow-runs)[/.]/.test(context.filename);
    /** @param {any} node @param {readonly (string | null)[]} names */
    const report = (node, names) => {
      const found = [...new Set(names)].filter((name) => name !== null);
      if (found.length < 2 || !found.every((name) => NAMES.has(name))) return;
      if (isExpressions && found.every((name) => IN_EXPRESSIONS.has(name))) return;
      context.report({ node, messageId: 'list', data: { names: found.join(', ') } });
    };
    /** @param {any} node @param {readonly any[]} comparisons */
    const reportCompared = (node, comparisons) => {
      const byLeft = Map.groupBy(comparisons.flatMap(compared), ({ left }) => sourceCode.getText(left));
      for (const [left, some] of byLeft)
        if (!OTHERS.test(left))
          report(
            node,
            some.map(({ name }) => name),
          );
    };
    return {
      ArrayExpression: (node) => report(node, node.elements.filter((one) => one?.type !== 'SpreadElement').map(textOf)),
      ObjectExpression(node) {
        const keys = node.properties.map(keyOf);
        if (keys.some((key) => key !== null && PLAIN.has(key)))
          report(
            node,
            keys.map((key) => key ?? ''),
          );
      },
      SwitchStatement(node) {
        if (OTHERS.test(sourceCode.getText(node.discriminant))) return;
        report(
          node,
          node.cases.map(({ test }) => textOf(test)).filter((name) => name !== null && NAMES.has(name)),
        );
      },
      LogicalExpression(node) {
        if (node.parent.type !== 'LogicalExpression') reportCompared(node, partsOf(node));
      },
      ConditionalExpression(node) {
        const { parent } = node;
        if (parent.type !== 'ConditionalExpression' || parent.alternate !== node) reportCompared(node, testsOf(node));
      },
      'BlockStatement, Program'(/** @type {any} */ node) {
        reportCompared(node, node.body.filter((/** @type {any} */ one) => one.type === 'IfStatement').flatMap(testsOf));
      },
    };
  },
};

/** @param {any} node @returns {string | null} */
const textOf = (node) => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null);

/** @param {any} property @returns {string | null} null: it is shorthand or calculated */
function keyOf({ type, key, computed, shorthand }) {
  if (type !== 'Property' || computed || shorthand) return null;
  return key.type === 'Identifier' ? key.name : textOf(key);
}

/** The parts of a chain of && and ||. @param {any} node @returns {any[]} */
const partsOf = (node) =>
  node.type === 'LogicalExpression' ? [...partsOf(node.left), ...partsOf(node.right)] : [node];

/** The conditions of ifs and of conditional expressions that follow each other. @param {any} node @returns {any[]} */
const testsOf = (node) =>
  node?.type === 'IfStatement' || node?.type === 'ConditionalExpression' ? [node.test, ...testsOf(node.alternate)] : [];

/** What is compared with a name of a type. @param {any} node @returns {{ left: any, name: string }[]} */
function compared(node) {
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return [];
  const name = textOf(node.right);
  return name !== null && NAMES.has(name) ? [{ left: node.left, name }] : [];
}
