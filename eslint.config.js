import js from '@eslint/js';
import globals from 'globals';
import { noMarkupSearch } from './scripts/checks/markup-search.js';
import { noTypeLists } from './scripts/checks/type-lists.js';

/** Text put together with `${` must never reach the database as a statement: values are bound, names are quoted by ident(). */
const NO_SQL_TEXT = [
  {
    selector:
      'CallExpression[callee.property.name=/^(query|unsafe|raw|\\w+Raw)$/] > TemplateLiteral[expressions.length>0]',
    message: 'SQL is built with knex or sql`` fragments (bound values, quoted names), not by putting text together.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(query|unsafe|raw|\\w+Raw)$/] > ObjectExpression > Property[key.name="text"] > TemplateLiteral[expressions.length>0]',
    message: 'SQL is built with knex or sql`` fragments (bound values, quoted names), not by putting text together.',
  },
];

/**
 * V8 makes such functions old objects at once, since most of them belong to prototypes. On what is made for each request
 * they keep all that they can reach until the next full collection (packages/cli/src/commands/garbage.test.js).
 */
const NO_ASSIGNED_FUNCTION = {
  selector: 'AssignmentExpression[left.type="MemberExpression"][right.type=/FunctionExpression$/]',
  message: 'Methods stand in classes or object literals: V8 keeps a function that is assigned to a property too long.',
};
const NO_LITERAL_GETTER = {
  selector: 'ObjectExpression > Property[kind="get"]',
  message: 'Getters stand in classes: V8 keeps those of an object literal too long.',
};

const NOT_IN_REQUESTS = [
  '**/assets/**',
  'packages/builder/src/kit/**',
  '**/*.test.js',
  '**/*.long-test.js',
  '**/testing/**',
];

/** It saves a line, and hides from the reader and from TypeScript what the object has. */
const NO_SPREAD_LITERAL = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the properties where they belong instead of spreading an object literal.',
};

const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: a name that is the same everywhere can be searched for.',
};

/** One way over fetch knows keys, logins that have ended, Retry-After, and what to say where nothing was done. */
const NO_FETCH = {
  name: 'fetch',
  message: "Use request() of '@plinth/plugin/browser/request'.",
};

/** Our content security policy blocks it, while it allows element.style. */
const NO_STYLE_ATTRIBUTE = {
  selector: 'CallExpression[callee.property.name="setAttribute"] > Literal:first-child[value="style"]',
  message: 'Set element.style or a class: the content security policy blocks style attributes.',
};

export default [
  { ignores: ['**/node_modules/', '**/vendor/', 'var/', 'node_modules.before/'] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    plugins: { plinth: { rules: { 'no-type-lists': noTypeLists, 'no-markup-search': noMarkupSearch } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_SPREAD_LITERAL, ...NO_SQL_TEXT],
    },
  },
  {
    files: ['**/*.test.js', '**/*.long-test.js', '**/test/**/*.js', '**/testing/**/*.js'],
    rules: {
      'max-lines': ['error', { max: 600 }],
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_SPREAD_LITERAL],
    },
  },
  {
    files: [
      'packages/*/assets/**/*.js',
      'packages/builder/src/kit/**/*.js',
      'packages/*/src/**/assets/**/*.js',
      'plugins/*/assets/**/*.js',
    ],
    languageOptions: { globals: { ...globals.browser, htmx: 'readonly' } },
    rules: {
      'no-restricted-globals': ['error', NO_FETCH],
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_SPREAD_LITERAL, ...NO_SQL_TEXT, NO_STYLE_ATTRIBUTE],
    },
  },
  { files: ['packages/plugin/assets/request.js', '**/assets/**/*.test.js'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['packages/*/src/**/*.js'],
    ignores: NOT_IN_REQUESTS,
    rules: {
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_SPREAD_LITERAL, ...NO_SQL_TEXT, NO_ASSIGNED_FUNCTION],
    },
  },
  // Elsewhere they belong to what lives long.
  {
    files: ['packages/{server,admin}/src/**/*.js'],
    ignores: NOT_IN_REQUESTS,
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_DEFAULT_EXPORT,
        NO_SPREAD_LITERAL,
        ...NO_SQL_TEXT,
        NO_ASSIGNED_FUNCTION,
        NO_LITERAL_GETTER,
      ],
    },
  },
  // The types' own files, and what stands for them in tests.
  {
    files: ['packages/*/src/**/*.js', 'packages/*/assets/**/*.js', 'plugins/**/*.js'],
    ignores: [
      ...[
        '**/*test.js',
        '**/testing/**',
        '**/testing.js',
        '**/test/**',
        '**/migrations/**',
        '**/benchmarks/**',
        '**/field-types/**',
      ],
    ],
    rules: { 'plinth/no-type-lists': 'error' },
  },
  // What prints pages. A browser's module reads the page that it is on; contract tests read what a plugin prints.
  {
    files: ['packages/{plugin,views,server,admin,builder}/src/**/*.js', 'plugins/*/src/**/*.js'],
    ignores: [
      '**/*test.js',
      '**/testing/**',
      '**/test/**',
      '**/contract/**',
      '**/assets/**',
      'packages/builder/src/kit/**',
    ],
    rules: { 'plinth/no-markup-search': 'error' },
  },
  // Browser tests hold functions that are run in the page.
  {
    files: ['packages/server/test/**/*.js', 'packages/server/src/testing/axe-violations.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  { files: ['eslint.config.js'], rules: { 'no-restricted-syntax': 'off' } },
];
