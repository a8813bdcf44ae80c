import { createServer } from 'node:http';
import { after, before, describe } from 'node:test';
import { NO_TRAITS, checkSettings, createRegistry } from '@plinth/plugin';
import { readExpression } from '@plinth/expressions';
import { readAnswers } from '../../automation/actions/questions.js';
import { requireSteps } from '../../automation/actions/run-steps.js';
import { takeFiles } from '../../edits/apps/files.js';
import { withPrefix } from '../../edits/apps/prefix.js';
import { readDocument } from '../../edits/apps/read-document.js';
import { dataPlugin } from '../../core-plugin.js';
import { edit as batch } from '../../edits/definitions/batch.js';
import { checkCalculation } from '../../edits/definitions/base/calculations.js';
import { checkPackage, hashOfCode } from '../../edits/definitions/base/function-packages.js';
import { checkObject } from '../../edits/definitions/base/check-object.js';
import { checkMenu } from '../../edits/definitions/base/menu.js';
import { checkedName, tableName } from '../../edits/definitions/base/names.js';
import { checkIndexes } from '../../edits/definitions/base/table-parts.js';
import { line, paragraph } from '../../edits/definitions/base/texts.js';
import { fn } from '../../edits/definitions/kinds/function.js';
import { secret } from '../../edits/definitions/kinds/secret.js';
import { workflow as workflowKind } from '../../edits/definitions/kinds/workflow.js';
import { checkFunctionRule } from '../../edits/definitions/base/validations.js';
import { checkSteps } from '../../edits/definitions/base/workflow-steps.js';
import { checkPrefix } from '../field-types/base/check-attributes.js';
import { parsePattern } from '../field-types/base/pattern/parse-pattern.js';
import { checkInput } from '../../automation/functions/check-input.js';
import { readRequest, readUrl } from '../../automation/outbound/read-request.js';
import { createOutbound } from '../../automation/outbound/outbound.js';
import { collected, filesOfRow, roomLeft } from '../../automation/outbox/attachments.js';
import { readSource } from '../../edits/source/read-source.js';
import { reading } from '@plinth/plugin/testing';
import { atEdge } from '../../testing/at-edge.js';
import { asVariable } from '../../automation/workflow-runs/variables.js';

const registry = createRegistry([dataPlugin]);
const x = (/** @type {number} */ count) => 'x'.repeat(count);
const all = (/** @type {number} */ count, /** @type {(at: number) => any} */ one) =>
  Array.from({ length: count }, (_, at) => one(at));
/** A table with as many fields as are asked for. @type {any} */
const table = {
  name: 'things',
  indexes: [],
  constraints: [],
  fields: all(60, (at) => ({
    name: `f${at}`,
    label: `f${at}`,
    type: 'text',
    attributes: {},
    formula: null,
    target: null,
    traits: NO_TRAITS,
  })),
  field: (/** @type {string} */ name) => table.fields.find((/** @type {any} */ one) => one.name === name),
  hasField: () => true,
};
/** @type {any} */
const catalog = {
  functions: [],
  secrets: [],
  workflows: [],
  views: [],
  pages: [],
  roles: [],
  tables: [],
  apps: [],
  pieces: [],
  mails: [],
  triggers: [],
  hasTable: () => false,
  hasFunction: () => false,
  hasRole: () => false,
};
/** @type {any} */
const scope = { catalog, registry };
const names = (/** @type {number} */ count) => all(count, (at) => `f${at}`);

describe('names and texts at the edge of their limits', () => {
  atEdge(
    'sqlNameCharacters',
    reading(/can't be named/, /at most 48 characters/, (count) => tableName(x(count))),
  );
  atEdge(
    'nameCharacters',
    reading(/can't be named/, /at most 63 characters/, (count) => checkedName('view', x(count))),
  );
  atEdge(
    'prefixCharacters',
    reading(/can't be used as a prefix/, /at most 21 characters/, (count) => {
      const app = {
        plinth: 1,
        app: { name: 'shop', label: 'Shop' },
        roles: [],
        tables: [],
        views: [],
        pages: [],
        menu: [],
      };
      return withPrefix(/** @type {any} */ (app), x(count), scope);
    }),
  );
  atEdge(
    'labelCharacters',
    reading(/at most 200 characters/, /at most/, (count) => line('label', x(count))),
  );
  atEdge(
    'descriptionCharacters',
    reading(/at most 5000 characters/, /at most/, (count) => paragraph('text', x(count))),
  );
  atEdge(
    'prefixOfNumbers',
    reading(/at most 20 characters/, /at most/, (count) => checkPrefix(numbered(x(count)))),
  );
  const numbered = (/** @type {string} */ prefix) =>
    /** @type {any} */ ({ name: 'number', label: 'Number', type: 'auto_number', attributes: { prefix } });
  atEdge('answerCharacters', {
    ...reading(/must have at most 5000 characters/, /at most/, (count) => {
      const asked = /** @type {any} */ ({ name: 'why', label: 'Why', type: 'text', required: true });
      return readAnswers([asked], { 'input.why': x(count) });
    }),
  });
});

describe('parts of apps at the edge of their limits', () => {
  atEdge(
    'menuLevels',
    reading(/must be nested at most 3 levels deep/, /at most/, (count) => {
      let items = /** @type {any[]} */ ([{ label: 'Home', target: '/' }]);
      for (let level = 1; level < count; level++) items = [{ kind: 'group', label: 'Group', items }];
      return checkMenu(items, catalog);
    }),
  );
  atEdge(
    'indexFields',
    reading(/must list 1 to 8 fields/, /1 to 8/, (count) => indexed({ fields: names(count) })),
  );
  atEdge(
    'searchedFields',
    reading(/must list 1 to 32 fields/, /1 to 32/, (count) => indexed({ kind: 'search', fields: names(count) })),
  );
  const indexed = (/** @type {any} */ index) => checkIndexes([index], scope, table);
  atEdge(
    'ruleFields',
    reading(/must list at most 8 fields/, /at most/, (count) =>
      checkFunctionRule({ function: 'judge', fields: names(count) }, table),
    ),
  );
  atEdge(
    'calculationFields',
    reading(/must list at most 50 fields/, /at most/, (count) =>
      checkCalculation({ function: 'sum', from: names(count) }),
    ),
  );
  atEdge('patternCharacters', {
    ...reading(/is longer than 500 characters/, /longer than 500/, (count) => coded(() => parsePattern(x(count)))),
  });
  atEdge('patternRepeats', {
    ...reading(/repeats more than 255 times/, /more than 255/, (count) => coded(() => parsePattern(`a{${count}}`))),
  });
  atEdge('edits', {
    ...reading(/must be a list of at most 2000 edits/, /at most/, (count) =>
      refusedFirst(async () => batch.plan(/** @type {any} */ ({}), { edits: all(count, () => null) }, scope)),
    ),
  });
  atEdge(
    'sourceCharacters',
    reading(/The text has more than 1000000 characters/, /more than 1000000/, async (count) => {
      const { problems } = await readSource('view', `label: ${x(count - 7)}`, { registry, known: new Set() });
      const long = problems.find(({ message }) => String(message).includes('1000000'));
      if (long) throw Object.assign(new Error(String(long.message)), { code: 'SOURCE_INVALID' });
    }),
  );
  atEdge(
    'sourceWords',
    reading(/The text has more than 250000 words and signs/, /more than 250000/, async (count) => {
      // The beginning is read as six.
      const text = `label: [${'"",'.repeat(Math.floor((count - 6) / 2))}${' '.repeat(count % 2)}`;
      const { problems } = await readSource('view', text, { registry, known: new Set() });
      const long = problems.find(({ message }) => String(message).includes('250000'));
      if (long) throw Object.assign(new Error(String(long.message)), { code: 'SOURCE_INVALID' });
    }),
  );
  atEdge('documentLevels', {
    ...reading(/must be nested at most 200 levels deep/, /at most/, (count) => {
      let deep = /** @type {any} */ ({});
      for (let level = 0; level < count; level++) deep = { deep };
      return refusedFirst(() => readDocument(deep, registry), 'must be 1, the format version');
    }),
  });
  atEdge(
    'appFilesBytes',
    reading(/larger than 50 MB together/, /without rows, or take a backup/, (count) => {
      const file = { id: 'a', name: 'a', mime: 'text/plain', size: count, sha256: x(64) };
      const files = { get: async () => file, open: async () => ({ stream: [Buffer.from('a')] }) };
      return takeFiles(/** @type {any} */ ({ files }), /** @type {any} */ ({}), new Set(['a']));
    }),
  );
});

describe('expressions and settings at the edge of their limits', () => {
  atEdge(
    'formulaCharacters',
    reading(/it is longer than 4000 characters/, /longer than 4000/, (count) =>
      readExpression(`1${' '.repeat(count - 1)}`, /** @type {any} */ ({ catalog, table: null, result: ['int'] })),
    ),
  );
  const setting = (/** @type {any} */ type, /** @type {unknown} */ value) =>
    checkSettings([{ name: 'a', type }], { a: value });
  atEdge(
    'settingCharacters',
    reading(/must have at most 200000 characters/, /at most/, (count) => setting('markdown', x(count))),
  );
  atEdge(
    'conditionLevels',
    reading(/must be nested at most 8 levels deep/, /at most/, (count) => {
      let filter = /** @type {any} */ ({ field: 'a', op: 'empty' });
      for (let level = 0; level < count; level++) filter = { not: filter };
      return setting('filter', filter);
    }),
  );
  const node = (/** @type {number} */ at, /** @type {any[]} */ children = []) => ({
    id: `n${at}`,
    type: 'box',
    settings: {},
    children,
  });
  atEdge(
    'layoutElements',
    reading(/at most 5000 elements/, /at most/, (count) =>
      setting(
        'layout',
        node(
          0,
          all(count - 1, (at) => node(at + 1)),
        ),
      ),
    ),
  );
  atEdge(
    'layoutLevels',
    reading(/nested at most 40 levels deep/, /at most/, (count) => {
      let tree = node(0);
      for (let level = 1; level <= count; level++) tree = node(level, [tree]);
      return setting('layout', tree);
    }),
  );
});

describe('steps, workflows and functions at the edge of their limits', () => {
  atEdge(
    'actionSteps',
    reading(/There must be 1 to 50 steps/, /1 to 50/, (count) => requireSteps(all(count, () => ({})))),
  );
  const workflow = { table: null, variables: [] };
  const stop = (/** @type {number} */ at) => ({ id: `s${at}`, kind: 'stop' });
  atEdge(
    'workflowSteps',
    reading(/A workflow has at most 500 steps/, /at most/, (count) =>
      checkSteps({ steps: all(count, stop), onError: [] }, workflow, scope),
    ),
  );
  atEdge(
    'workflowLevels',
    reading(/Steps can be nested at most 20 levels deep/, /at most/, (count) => {
      let step = /** @type {any} */ (stop(0));
      for (let level = 1; level <= count; level++)
        step = { id: `s${level}`, kind: 'branch', branches: [{ when: 'true', steps: [step] }] };
      return checkSteps({ steps: [step], onError: [] }, workflow, scope);
    }),
  );
  atEdge(
    'workflowVariables',
    reading(/must have at most 50 entries/, /at most/, (count) =>
      checkObject(workflowKind, { label: 'A', variables: all(count, (at) => ({ name: `v${at}` })) }, scope),
    ),
  );
  const variable = (/** @type {any} */ type) => ({ name: 'a', label: 'A', type, isInput: false, value: '' });
  atEdge(
    'workflowTextCharacters',
    reading(/A is too long: at most 2000 characters/, /at most/, (count) =>
      asVariable(variable('text'), x(count), 'UTC'),
    ),
  );
  atEdge(
    'workflowJsonCharacters',
    reading(/A is too long: at most 65536 characters/, /at most/, (count) =>
      asVariable(variable('json'), x(count - 2), 'UTC'),
    ),
  );
  const made = (/** @type {any} */ more) =>
    checkObject(fn, { name: 'f', label: 'F', code: 'export default () => 1', ...more }, scope);
  atEdge(
    'functionCharacters',
    reading(/at most 200000 characters/, /at most/, (count) => made({ code: x(count) })),
  );
  atEdge(
    'functionParams',
    reading(/must have at most 50 entries/, /at most/, (count) =>
      made({ params: names(count).map((name) => ({ name })) }),
    ),
  );
  atEdge(
    'functionSecrets',
    reading(/must have at most 50 entries/, /at most/, (count) => made({ secrets: names(count) })),
  );
  atEdge(
    'functionInputCharacters',
    reading(/must have at most 1000000 characters/, /at most/, (count) =>
      checkInput({ params: [] }, { a: x(count - 8) }),
    ),
  );
  atEdge(
    'packageCharacters',
    reading(/must have at most 500000 characters/, /at most/, (count) => {
      const [code, integrity] = [x(count), 'sha512-x'];
      return checkPackage(
        { package: { name: 'left', version: '1.0.0', integrity, hash: hashOfCode(code) }, code },
        catalog,
      );
    }),
  );
  atEdge(
    'secretHosts',
    reading(/must have at most 20 entries/, /at most/, (count) =>
      checkObject(secret, { name: 's', hosts: all(count, (at) => `h${at}.example.com`) }, scope),
    ),
  );
});

describe('requests and mails at the edge of their limits', () => {
  /** @type {import('node:http').Server} */
  let inside;
  let port = 0;
  before(async () => {
    inside = createServer((req, res) => {
      const [, what, count] = String(req.url).split('/');
      if (what === 'bytes') return res.end(x(Number(count)));
      if (count === '0') return res.end('there');
      return res.writeHead(302, { location: `/to/${Number(count) - 1}` }).end();
    });
    await new Promise((done) => inside.listen(0, '127.0.0.1', () => done(null)));
    port = /** @type {any} */ (inside.address()).port;
  });
  after(() => inside.close());
  const fetched = (/** @type {string} */ path) =>
    createOutbound({ allow: () => [`127.0.0.1:${port}`] }).fetch({ url: `http://127.0.0.1:${port}${path}` });

  atEdge(
    'responseBytes',
    reading(/is larger than 5 MB/, /Ask for less at once/, (count) => fetched(`/bytes/${count}`)),
  );
  atEdge(
    'redirects',
    reading(/redirects more than 5 times/, /Use the address that they lead to/, (count) => fetched(`/to/${count}`)),
  );
  const home = 'https://a.example/';
  atEdge(
    'requestAddressCharacters',
    reading(/The address has more than 8000 characters/, /more than 8000/, (count) =>
      readUrl(home + x(count - home.length)),
    ),
  );
  atEdge(
    'requestBodyBytes',
    reading(/The body has more than 5 MB/, /more than 5 MB/, (count) =>
      readRequest({ url: home, method: 'POST', body: x(count) }),
    ),
  );
  atEdge(
    'mailFiles',
    reading(/at most 20 attached files/, /Attach fewer or smaller files/, (count) => {
      const files = { open: async () => ({ file: { name: 'a', mime: 'text/plain' }, stream: [Buffer.from('a')] }) };
      const select = async () => [{ rows: [{ f0: names(count) }] }];
      const actor = { userId: null, roles: [], system: true };
      return filesOfRow(/** @type {any} */ ({ files, select, actor }), { table, id: 1 }, ['f0']);
    }),
  );
  atEdge(
    'mailFilesBytes',
    reading(/larger than the 10 MB/, /put a link into the text/, (count) =>
      collected(
        /** @type {any} */ ([Buffer.alloc(count - 5)]),
        roomLeft([{ name: 'a', mime: 'a/a', data: Buffer.alloc(5) }]),
      ),
    ),
  );
});

/** What throws errors without a code. @param {() => unknown} act */
function coded(act) {
  try {
    return act();
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { code: 'PATTERN_INVALID' });
  }
}

/** What is refused for a later reason, where the limit is no longer in the way. @param {() => any} act @param {string} [later] */
async function refusedFirst(act, later = '') {
  try {
    return await act();
  } catch (error) {
    if (/at most/.test(String(error)) || (later && !JSON.stringify([String(error), error]).includes(later)))
      throw error;
    return null;
  }
}
