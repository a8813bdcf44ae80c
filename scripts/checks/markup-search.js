/** @import { Rule } from 'eslint' */

/** Methods of texts that find something in them. */
const FINDS = /^(includes|indexOf|lastIndexOf|startsWith|endsWith|split|replace|replaceAll|match|matchAll|search)$/;
/** The beginning of a tag or comment, with a letter, a group or a class in place of its name. */
const TAG = /<(?:\/|!--|[a-z(\0.]|\\[/wsS?])/i;
/** What is no beginning of a tag in a pattern: names of groups, lookbehinds, and classes, of which one sign is left. */
const NO_TAGS = /\(\?<(?:[=!]|\w+>)|\[(?:\\.|[^\]\\])*\]/g;

/**
 * Refuses to search finished markup, to look something up in it or to patch it: who prints it knows what it prints, and a
 * plugin prints it in other ways than the pattern expects. Where reading markup is the task, a comment at the place says why.
 *
 * @type {Rule.RuleModule}
 */
export const noMarkupSearch = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { search: 'Let what prints the markup tell what you look for, instead of searching finished markup.' },
  },
  create(context) {
    const report = (/** @type {any} */ node) => context.report({ node, messageId: 'search' });
    return {
      Literal(/** @type {any} */ node) {
        if (node.regex && isPattern(node.regex.pattern)) report(node);
      },
      'NewExpression, CallExpression'(/** @type {any} */ { callee, arguments: [first] }) {
        if (!first) return;
        const text = textOf(first);
        if (callee.name === 'RegExp' && text !== null && isPattern(text)) report(first);
        if (callee.type !== 'MemberExpression' || !FINDS.test(callee.property.name ?? '')) return;
        if (text !== null ? TAG.test(text) : isMarkup(first)) report(first);
      },
    };
  },
};

/** @param {string} pattern */
const isPattern = (pattern) => TAG.test(pattern.replace(NO_TAGS, (one) => (one.startsWith('[') ? '\0' : '(')));

/** The text of a literal or a template, with a letter for each of its values. @param {any} node @returns {string | null} */
function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'BinaryExpression') return textOf(node.left);
  return node.type === 'TemplateLiteral' ? node.quasis.map((/** @type {any} */ one) => one.value.raw).join('x') : null;
}

/** Whether it is the text of an Html: `ALERT.text`, html`…`.text. @param {any} node */
const isMarkup = ({ type, property, object }) =>
  type === 'MemberExpression' &&
  property.name === 'text' &&
  (object.type === 'TaggedTemplateExpression' || /^[A-Z][A-Z_]*$/.test(object.name ?? ''));
