import { EXPRESSION_LIMITS } from '@plinth/expressions';
import { APP_LIMITS, VALUE_LIMITS } from '@plinth/plugin';

/**
 * Of what an app consists of. Each: at most, of what, and what to do beyond.
 *
 * @satisfies {import('./declare.js').Declared}
 */
export const APP = {
  sqlNameCharacters: [48, 'characters of the name of a table, field or role in the database', 'shorten it'],
  nameCharacters: [63, 'characters of any other name in an address or an expression', 'shorten it'],
  prefixCharacters: [21, 'characters of the prefix of an app that is installed', 'shorten it'],
  labelCharacters: [200, 'characters of a label', 'shorten it'],
  descriptionCharacters: [5000, 'characters of a description', 'shorten it'],
  menuEntries: [300, 'entries of the menu, and of each group in it', 'remove entries, or move them into a group'],
  menuLevels: [3, 'levels of groups in the menu', 'move entries further up'],
  formulaCharacters: [
    EXPRESSION_LIMITS.characters,
    'characters of a formula, a rule or a condition',
    'move a part of it into a formula field of its own',
  ],
  formulaParts: [
    EXPRESSION_LIMITS.parts,
    'parts of a formula, with those of the formulas it uses',
    'use fewer formulas in it, or store one of them',
  ],
  settingCharacters: [APP_LIMITS.settingCharacters, 'characters of a text in a setting', 'attach it as a file'],
  layoutElements: [APP_LIMITS.layoutElements, 'elements of a layout', 'distribute them over several pages'],
  layoutLevels: [APP_LIMITS.layoutLevels, 'levels of elements in a layout', 'take elements out of others'],
  conditionLevels: [APP_LIMITS.conditionLevels, "levels of groups in a view's filter", 'make it flatter'],
  pageViews: [APP_LIMITS.pageViews, 'views of a page, with those inside them', 'distribute them over several pages'],
  pageViewLevels: [APP_LIMITS.pageViewLevels, 'levels of views inside views', 'distribute them over several pages'],
  indexFields: [8, 'fields of an index or a unique constraint', 'leave out the last ones'],
  searchedFields: [32, 'fields of a search index', 'leave out those that nobody searches'],
  ruleFields: [8, 'fields that the message of a rule belongs to', 'name fewer'],
  calculationFields: [50, 'fields that a calculation in forms begins from', 'name fewer'],
  prefixOfNumbers: [VALUE_LIMITS.prefixOfNumbers, 'characters before automatic numbers', 'shorten it'],
  patternCharacters: [
    VALUE_LIMITS.patternCharacters,
    'characters of the pattern of a field',
    'shorten it, or write a rule',
  ],
  patternRepeats: [VALUE_LIMITS.patternRepeats, 'repeats in the pattern of a field', 'write a rule'],
  answerCharacters: [5000, 'characters of a text that is asked for before an action', 'shorten it'],
  actionSteps: [50, 'steps of a button, a form or a trigger', 'start a workflow'],
  workflowSteps: [APP_LIMITS.workflowSteps, 'steps of a workflow', 'move some into a workflow that it calls'],
  workflowLevels: [APP_LIMITS.workflowLevels, 'levels of steps in steps', 'move some into a workflow that it calls'],
  workflowVariables: [50, 'variables of a workflow', 'keep values in one variable of type JSON'],
  workflowTextCharacters: [2000, 'characters of a text in a variable of a workflow', 'keep it in a row'],
  workflowJsonCharacters: [65_536, 'characters of JSON in a variable of a workflow', 'keep it in a row'],
  functionCharacters: [200_000, 'characters of the code of a function', 'move a part of it into another function'],
  functionParams: [50, 'parameters of a function', 'take one parameter of type JSON'],
  functionSecrets: [50, 'secrets that a function may read', 'choose those that it needs'],
  functionInputCharacters: [1_000_000, 'characters of the input of a function, as JSON', 'send it in parts'],
  packageCharacters: [500_000, 'characters of an npm package for functions', 'choose a smaller package'],
  secretCharacters: [20_000, 'characters of a secret', 'store what belongs together only'],
  secretHosts: [20, 'hosts that a secret may be sent to', 'write a pattern such as *.example.com'],
  edits: [2000, 'edits that are made at once', 'send them in parts'],
  sourceCharacters: [1_000_000, 'characters of the source of an object', 'split the object'],
  documentLevels: [200, 'levels of the document of an app', 'take out what is nested that deep'],
  requestAddressCharacters: [8000, 'characters of the address of a request to another system', 'send it in the body'],
  requestBodyBytes: [5 * 1024 ** 2, 'the body of a request to another system', 'send it in parts'],
  responseBytes: [5 * 1024 ** 2, 'the answer of another system', 'ask it for less at once'],
  redirects: [5, 'redirections of a request to another system', 'use the address that they lead to'],
  sqlRows: [1000, 'rows that the SQL of an action finds', 'aggregate, or add a LIMIT'],
  sqlBytes: [1024 ** 2, 'what the SQL of an action finds', 'select fewer columns'],
  mailFiles: [20, 'attachments of a mail', 'put a link into the text'],
  mailFilesBytes: [10 * 1024 ** 2, 'attachments of a mail together', 'put a link into the text'],
};
