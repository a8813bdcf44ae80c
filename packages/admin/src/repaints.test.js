import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';

const ADMIN = new URL('./', import.meta.url);
const REPAINTS = 'data-pl-repaints';

/** What is exchanged without being the form that somebody works in. */
const NO_FORMS = new Map([
  ['#main', 'the page that follows after a field was added'],
  ['#add', 'the form of a type, opened from the list of types'],
  ['#next-times', 'a list of dates beside the form'],
  ['closest td', 'the form of a cell, opened in it'],
]);

/** Markup that modules put into the page, other than through pl:repaint. */
const PUTS = new Map([
  ['action-picker.js', 'the list of choices beside a control'],
  ['expressions.js', 'the result beside an expression'],
  ['jump.js', 'a list of links'],
  ['pickers.js', 'a list of choices'],
  ['rules.js', 'the verdict beside a rule'],
  ['theme.js', 'a note beside a colour'],
  ['builder/panels/column-panel.js', 'pictures'],
  ['builder/panels/outline-lines.js', 'icons'],
  ['builder/palette/commands.js', 'icons'],
  ['builder/palette/palette.js', 'icons'],
  ['builder/drafts/publishing.js', 'a list of links'],
  ['builder/panels/properties-view.js', 'the form of another element'],
  ['builder/canvas/swap.js', 'the picture of the page'],
  ['builder/canvas/top-bar.js', 'the links and buttons at the top'],
  ['builder/canvas/rich-text/html-of.js', 'the picture of a text'],
  ['workflow/view.js', 'icons'],
  ['workflow/adder.js', 'icons'],
]);

/** Browser modules of finished apps, of views and of plugins. */
const APPS = ['views/assets/js', '../plugins/board/assets', '../plugins/calendar/assets'].map(
  (folder) => new URL(`../../${folder}/`, import.meta.url),
);

/** What such modules take from a page that they asked for, other than the form that somebody works in. */
const TAKEN = new Map([
  ['palette.js', 'a list of links'],
  ['cells/refresh.js', 'cells that nobody works in'],
  ['cells/tsv.js', 'a table from the clipboard'],
  ['views/comments.js', 'the list above the form of a comment, morphed'],
  ['views/list-group.js', 'rows of a group'],
  ['views/list-head-menu.js', 'the menus of the columns'],
  ['views/list-menu.js', 'what is in a menu that opens'],
  ['views/panel.js', 'the page that follows after a form was sent'],
  ['views/refresh.js', 'a view, morphed'],
  ['more.js', 'further cards'],
]);

/** Its modules and templates and those of the builder in the browser, by their address. @type {Map<string, string>} */
const texts = new Map();
for (const { folder, at } of [
  { folder: ADMIN, at: '' },
  { folder: new URL('../../builder/src/assets/', ADMIN), at: 'assets/builder/' },
]) {
  for (const file of (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))) {
    if (/\.(js|ejs)$/.test(file) && !/\.test\.js$/.test(file))
      texts.set(at + file, await readFile(new URL(file, folder), 'utf8'));
  }
}
const markup = [...texts].filter(([file]) => !file.startsWith('assets/'));
/** The ids of elements that say so. */
const repainted = new Set(
  markup.flatMap(([, text]) => {
    const tags = text.split(REPAINTS).slice(0, -1);
    return tags.map((before) => `#${/ id(?:="|: ')(\w+)/.exec(before.slice(lastTag(before)))?.[1]}`);
  }),
);

/** @param {string} text */
function lastTag(text) {
  return Math.max(text.lastIndexOf('<div'), text.lastIndexOf('openForm('));
}

describe('forms of the admin that repaint themselves', () => {
  it('are exchanged by the module that keeps input, focus and folds, and by no other way', () => {
    const wrong = [];
    let count = 0;
    for (const [file, text] of markup) {
      if (/outerMorph|innerMorph|hx-morph/.test(text)) wrong.push(`${file}: morphs`);
      for (const [, target] of text.matchAll(/hx-target(?::inherited)?(?:="|': ')([^"']+)/g)) {
        count++;
        if (!repainted.has(target) && !NO_FORMS.has(target)) wrong.push(`${file}: exchanges ${target}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(repainted.size >= 4 && count >= 8, `${[...repainted]} ${count}`);
  });

  it('do so when a control decides what they show, instead of loading a page', () => {
    const found = markup.filter(([, text]) => /data-adm-submit/.test(text));
    assert.deepEqual(
      found.filter(([, text]) => !text.includes(REPAINTS)).map(([file]) => file),
      [],
    );
    assert.equal(found.length, 2);
  });

  it('are put into the page by no module itself', () => {
    const puts = [...texts].filter(
      ([file, text]) => file.startsWith('assets/') && /\.innerHTML = |innerHTML: /.test(text),
    );
    const names = puts.map(([file]) => file.slice('assets/'.length));
    assert.deepEqual(
      names.filter((name) => !PUTS.has(name)),
      [],
    );
    assert.deepEqual(
      [...PUTS.keys()].filter((name) => !names.includes(name)),
      [],
      'no longer so',
    );
  });
});

describe('forms of finished apps that repaint themselves', () => {
  it('are exchanged by the same module: markup from the server goes nowhere else', async () => {
    /** @type {string[]} */
    const wrong = [];
    const names = new Set();
    let repaint = 0;
    for (const folder of APPS) {
      for (const name of (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.js'))) {
        if (name.startsWith('vendor')) continue;
        const text = await readFile(new URL(name, folder), 'utf8');
        if (!/new DOMParser\(\)|accept: 'html'/.test(text)) continue;
        names.add(name);
        const repaints = /import \{[^}]*\brepaint\b[^}]*\} from '@plinth\/plugin\/browser\/send-form'/.test(text);
        if (repaints) repaint++;
        if (repaints === TAKEN.has(name)) wrong.push(name);
        if (repaints && /\.replaceWith\(|replaceChildren\(\.\.\.next/.test(text))
          wrong.push(`${name}: exchanges a form itself`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      [...TAKEN.keys()].filter((name) => !names.has(name)),
      [],
      'no longer so',
    );
    assert.equal(repaint, 3);
  });
});
