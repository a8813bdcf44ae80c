import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { loadPictures } from '../../exchange/pdf/load-pictures.js';
import { systemOf } from '../../rules/reach/system-of.js';
import { SYSTEM, VISITOR, createForum } from '../../gate/rows/testing/forum.js';
import { createMailFiles, paperOf } from './papers.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const data = () => /** @type {any} */ (forum.data);
const catalog = () => forum.data.catalog();
const reach = (/** @type {unknown} */ tables) => edit('change-app', { app: 'guest', changes: { reach: tables } });
const MAIL = { subject: 'About {{ row.title }}', body: 'Priority {{ row.priority }}' };

before(async () => {
  forum = await createForum({ history: false });
  await edit('add-field', { table: 'topics', field: { name: 'photo', type: 'file' } });
  await forum.data.apps.install(
    SYSTEM,
    {
      plinth: 1,
      app: { name: 'guest', label: 'Guest' },
      tables: [{ name: 'guest_notes', label: 'Notes', display: 'title', fields: [{ name: 'title', type: 'text' }] }],
      mails: [{ name: 'guest_mail', label: 'Mail', table: 'topics', ...MAIL }],
    },
    { reach: ['topics'] },
  );
});
after(() => forum.close());

/** @param {{ field?: { table: string, field: string }, roles?: string[] }} about */
async function picture(about) {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#a33' } });
  const { id, name, mime, size } = await data().files.add(SYSTEM, Readable.from([await image.png().toBuffer()]), {
    name: 'a.png',
    ...about,
  });
  return { id, name, mime, size };
}

describe('a PDF in a mail of an app that was installed', () => {
  /** @type {any[]} */
  let readers = [];
  /** @type {string[]} */
  let shown = [];
  /** @type {any} */
  const pdfs = {
    async make(/** @type {any} */ document, /** @type {any} */ actor) {
      readers.push(actor);
      shown = Object.keys((await loadPictures(data().files, actor, document)).pictures);
      return Buffer.from('%PDF-');
    },
  };
  /** Lays a paper out after something has happened. @param {any} actor @param {any} document @param {() => Promise<unknown>} [meanwhile] */
  async function laidOut(actor, document, meanwhile = async () => {}) {
    readers = [];
    const paper = await paperOf({ pdfs, catalog, isLater: true }, actor, { title: 'Paper', document }, 1e6);
    const about = { kind: 'action', to: 'x@example.com', subject: 'x', content: { locale: 'en', blocks: [] } };
    const mail = await data().outbox.add({ ...about, attachments: [paper] });
    await meanwhile();
    const actorsOfUsers = async () => [forum.ada];
    const { attachments } = data().outbox;
    const files = createMailFiles({ db: forum.data.db, pdfs, catalog, actorsOfUsers, attachments });
    assert.equal((await files.of(mail))[0].data.toString(), '%PDF-');
    return shown;
  }

  it('S6: shows the pictures that the app may reach when it is laid out, and what everybody sees', async () => {
    const photo = await picture({ field: { table: 'topics', field: 'photo' } });
    const logo = await picture({ roles: ['public'] });
    const inFiles = await picture({ roles: [] });
    const value = { files: [photo, inFiles], size: 'large' };
    const document = { blocks: [{ values: [{ label: 'Photo', value }] }], logo: logo.id };
    await forum.data.rows.insert(SYSTEM, 'topics', { title: 'Seen', photo: photo.id });
    const guest = () => systemOf(catalog(), 'guest');
    assert.deepEqual(await laidOut(SYSTEM, document), [logo.id, photo.id, inFiles.id]);
    assert.deepEqual(await laidOut(guest(), document), [logo.id, photo.id]);
    assert.deepEqual(await laidOut(guest(), document, () => reach([])), [logo.id]);
    await reach(['topics']);
    const renamed = () => edit('change-app', { app: 'guest', changes: { name: 'lodger' } });
    assert.deepEqual(await laidOut(guest(), document, renamed), [logo.id, photo.id]);
    await edit('change-app', { app: 'lodger', changes: { name: 'guest' } });
    assert.deepEqual(readers[0].roles, VISITOR.roles);
  });

  it('S6: shows no pictures once the app is gone', async () => {
    const photo = await picture({ field: { table: 'topics', field: 'photo' } });
    const document = { blocks: [{ values: [{ label: 'Photo', value: { files: [photo], size: 'large' } }] }] };
    await forum.data.rows.insert(SYSTEM, 'topics', { title: 'Seen', photo: photo.id });
    const tables = [
      { name: 'brief_notes', label: 'Notes', display: 'title', fields: [{ name: 'title', type: 'text' }] },
    ];
    const brief = { plinth: 1, app: { name: 'brief', label: 'Brief' }, tables };
    await forum.data.apps.install(SYSTEM, brief, { reach: ['topics'] });
    const gone = () => edit('remove-app', { app: 'brief' });
    assert.deepEqual(await laidOut(systemOf(catalog(), 'brief'), document, gone), []);
  });
});

describe('a mail template of an app that was installed', () => {
  /** @param {any} actor @param {string} table @param {any} values */
  async function send(actor, table, values) {
    const { id } = await forum.data.rows.insert(SYSTEM, table, values);
    const config = { recipient: 'fixed', address: 'x@example.com', source: 'template', template: 'guest_mail' };
    const segment = { first: 0, steps: [{ do: { action: 'send_email', config } }], isOutside: false };
    const about = { table: catalog().table(table), id };
    await forum.data.actions.within((/** @type {any} */ gate) =>
      forum.data.actions.runSegment({ segment, actor, about, gate, run: 'x' }),
    );
    const { mails } = await data().outbox.list(SYSTEM);
    return mails[0].subject;
  }

  it('S6: reads no tables out of its reach, even if the site or another app sends it', async () => {
    const topic = { title: 'Hers', priority: 3 };
    assert.equal(await send(SYSTEM, 'topics', topic), 'About Hers');
    await reach([]);
    await assert.rejects(send(SYSTEM, 'topics', topic), { code: 'APP_OUT_OF_REACH' });
    await assert.rejects(send(systemOf(catalog(), 'guest'), 'topics', topic), { code: 'APP_OUT_OF_REACH' });
    assert.equal(await send(forum.admin, 'topics', topic), 'About Hers', 'people send what they may read');
    const tables = [
      { name: 'other_notes', label: 'Notes', display: 'title', fields: [{ name: 'title', type: 'text' }] },
    ];
    const other = { plinth: 1, app: { name: 'other', label: 'Other' }, tables };
    await forum.data.apps.install(SYSTEM, other, { reach: ['topics'] });
    await assert.rejects(send(systemOf(catalog(), 'other'), 'topics', topic), { code: 'APP_OUT_OF_REACH' });
    await reach(['topics']);
    assert.equal(await send(systemOf(catalog(), 'other'), 'topics', topic), 'About Hers');
    await edit('change-app', { app: 'other', changes: { reach: [] } });
    await assert.rejects(send(systemOf(catalog(), 'other'), 'topics', topic), { code: 'APP_OUT_OF_REACH' });
  });
});
