import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { startTestServer } from '../src/testing/index.js';

const FILE = new URL('../../../docs/reference/app-document.schema.json', import.meta.url);

describe('the JSON Schema of app documents', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  /** @type {any} */
  let schema;
  before(async () => {
    server = await startTestServer();
    schema = server.data.apps.schema();
  });
  after(() => server.close());

  // PLINTH_WRITE_DOCS=1 writes the page anew after a definition has changed.
  it('is the one in docs/reference', () => {
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    if (process.env.PLINTH_WRITE_DOCS) writeFileSync(FILE, text);
    assert.equal(readFileSync(FILE, 'utf8'), text, 'run this test with PLINTH_WRITE_DOCS=1 and commit the file');
  });

  it('holds for every starter app', () => {
    const validate = new Ajv.default({ allErrors: true, strict: false }).compile(schema);
    for (const document of server.data.registry.all('starterApp')) {
      validate(document);
      assert.deepEqual(validate.errors ?? [], [], document.app.name);
    }
  });

  it('refuses a document with an unknown element or a wrong setting', () => {
    const validate = new Ajv.default({ allErrors: true, strict: false }).compile(schema);
    const document = structuredClone(/** @type {any} */ (server.data.registry.all('starterApp')[0]));
    document.pages[0].layout.children[0].type = 'hologram';
    assert.equal(validate(document), false);
  });
});
