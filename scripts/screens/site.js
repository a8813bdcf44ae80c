import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The site whose screens are looked at: starter apps with their rows, a page of every element, one with own HTML. */

const APPS = ['crm', 'issue-tracker', 'purchase-approval', 'inventory', 'forum', 'landing-page'];

/** @param {string} repository */
export async function openSite(repository) {
  const load = (/** @type {string} */ file) => import(pathToFileURL(path.join(repository, file)).href);
  const { startTestServer, launchBrowser } = await load('packages/server/src/testing/index.js');
  const { node } = await load('packages/plugin/src/index.js');
  const server = await startTestServer({ logLevel: 'error' });
  for (const name of APPS) {
    const file = path.join(repository, `plugins/starter-apps/apps/${name}.json`);
    await server.data.apps.install(server.system, JSON.parse(await readFile(file, 'utf8')), { rows: true });
  }
  await addPages(server, node);
  const admin = await server.as('admin');
  const visitor = await server.as('public');
  const browser = await launchBrowser();
  return {
    url: server.url,
    clients: { admin, visitor },
    page: browser.page,
    close: () => Promise.all([browser.close(), server.close()]),
  };
}

/** @param {any} server @param {any} node */
async function addPages({ data, system }, node) {
  const add = (/** @type {string} */ name, /** @type {any[]} */ children) =>
    data.edit(system, 'add-page', {
      page: { name, title: name, description: '', roles: ['public'], layout: node('stack', {}, children) },
    });
  const text = (/** @type {string} */ words) => node('text', { text: words });
  const columns = (/** @type {number[]} */ widths) =>
    node(
      'columns',
      {},
      widths.map((width) => node('column', { width }, [node('card', { title: `${width} of 12` }, [text('Words')])])),
    );
  await add('every_element', [
    node('heading', { text: 'Elements' }),
    text('A paragraph with **bold** words, `code` and a [link](https://example.com).\n\n- one\n- two\n\n> quoted'),
    columns([4, 4, 4]),
    columns([3, 9]),
    node('tabs', {}, [node('tab', { label: 'First' }, [text('One')]), node('tab', { label: 'Second' }, [text('Two')])]),
    node('accordion', {}, [node('section', { title: 'More' }, [text('Inside')])]),
    node('dropdown', { label: 'Menu' }, [node('link', { label: 'Here', to: 'url', url: '/' })]),
    node('divider', {}),
    ...['primary', 'normal', 'outline', 'ghost', 'danger'].map((style) =>
      node('button', { label: style, to: 'url', url: '/', style }),
    ),
    node('container', {}, [text('In a box')]),
  ]);
  await add('own_html', [node('html', { html: OWN_HTML })]);
}

const VARIANTS = ['primary', 'secondary', 'success', 'danger', 'warning', 'info', 'light', 'dark'];
const each = (/** @type {(variant: string) => string} */ print) => VARIANTS.map(print).join('\n');

/** Markup as people copy it from Bootstrap's pages. */
const OWN_HTML = `
<h2 class="display-6 mb-4">Bootstrap</h2>
<p class="lead text-body-secondary">Names as its manual writes them.</p>
<div class="row row-cols-1 row-cols-md-3 g-4 mb-4">
${['One', 'Two', 'Three'].map((name) => `<div class="col"><div class="card h-100 border-primary"><div class="card-header">${name}</div><div class="card-body"><h5 class="card-title">Title</h5><p class="card-text">Text of a card.</p><a href="/" class="btn btn-outline-secondary">Go</a></div><div class="card-footer text-body-secondary">Foot</div></div></div>`).join('\n')}
</div>
<div class="d-flex flex-wrap gap-2 mb-3">${each((name) => `<a class="btn btn-${name}" href="/">${name}</a>`)}</div>
<div class="d-flex flex-wrap gap-2 mb-3">${each((name) => `<a class="btn btn-outline-${name}" href="/">${name}</a>`)}</div>
<p class="fs-5">${each((name) => `<span class="badge text-bg-${name} rounded-pill me-1">${name}</span>`)}</p>
${each((name) => `<div class="alert alert-${name}" role="alert">A ${name} alert with <a href="/" class="alert-link">a link</a>.</div>`)}
<table class="table table-striped table-bordered table-hover caption-top"><caption>A table</caption><thead class="table-dark"><tr><th scope="col">#</th><th scope="col">Name</th></tr></thead><tbody class="table-group-divider"><tr class="table-success"><td>1</td><td>Ann</td></tr><tr><td>2</td><td>Ben</td></tr></tbody></table>
<ul class="list-group mb-3"><li class="list-group-item active">First</li><li class="list-group-item list-group-item-warning d-flex justify-content-between">Second <span class="badge text-bg-primary">2</span></li></ul>
<ol class="list-group list-group-numbered mb-3"><li class="list-group-item">A</li><li class="list-group-item">B</li></ol>
<nav aria-label="Pages"><ul class="pagination pagination-sm justify-content-center"><li class="page-item disabled"><a class="page-link" href="/">1</a></li><li class="page-item active"><a class="page-link" href="/">2</a></li></ul></nav>
<div class="placeholder-glow mb-2"><span class="placeholder col-6"></span></div>
<figure class="text-center"><blockquote class="blockquote"><p>Said well.</p></blockquote><figcaption class="blockquote-footer">Somebody</figcaption></figure>
<div class="bg-primary-subtle border border-primary-subtle text-primary-emphasis p-3 rounded-4 mb-3 shadow">Subtle</div>
<div class="p-5 mb-4 bg-dark text-white rounded-3">Dark ground</div>
<div class="row"><div class="col-md-4 offset-md-2 bg-info-subtle p-3">offset</div><div class="col-md-4 order-md-first bg-success-subtle p-3">first</div></div>
<div class="spinner-grow text-primary" role="status"></div> <div class="spinner-border text-danger" role="status"></div>
<div class="hstack gap-3 my-3"><div class="p-2 bg-body-tertiary">a</div><div class="vr"></div><div class="p-2 ms-auto">b</div></div>
<div class="accordion accordion-flush"><details class="accordion-item"><summary class="accordion-button">Open</summary><div class="accordion-body">Body</div></details></div>
<div class="position-relative p-4 border border-2 border-danger"><span class="position-absolute top-0 start-100 translate-middle badge rounded-pill bg-danger">9</span>Placed</div>
<p class="text-primary link-underline-opacity-25 fst-italic fw-bolder text-decoration-line-through lh-lg small mt-3">Text</p>
`;
