/**
 * Copies what browsers need from development dependencies into packages/views/assets/vendor, where it is committed:
 * an installed Plinth needs none of these packages. Run it with `npm run assets` after changing a version or the icon list.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vendorBootstrap } from './bootstrap/vendor.js';
import { vendorCodemirror } from './vendor-codemirror.js';
import { vendorTypescript } from './vendor-typescript.js';
import { ICONS } from './vendor-icons.js';

const target = fileURLToPath(new URL('../packages/views/assets/vendor/', import.meta.url));
const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));
const iconFolder = join(packages, '@tabler/icons/icons');
const htmxFolder = join(packages, 'htmx.org');

await mkdir(target, { recursive: true });
await copyFile(join(htmxFolder, 'dist/htmx.min.js'), join(target, 'htmx.min.js'));
await copyFile(join(htmxFolder, 'LICENSE'), join(target, 'htmx.LICENSE'));
for (const font of ['inter', 'figtree', 'lora']) {
  const folder = join(packages, '@fontsource-variable', font);
  await copyFile(join(folder, `files/${font}-latin-wght-normal.woff2`), join(target, `${font}-latin.woff2`));
  await copyFile(join(folder, 'LICENSE'), join(target, `${font}.LICENSE`));
}
await copyFile(join(iconFolder, '../LICENSE'), join(target, 'tabler-icons.LICENSE'));
const markdown = await readFile(join(packages, 'marked/lib/marked.esm.js'), 'utf8');
await writeFile(join(target, 'marked.esm.js'), markdown.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
await copyFile(join(packages, 'marked/LICENSE'), join(target, 'marked.LICENSE'));
await vendorBootstrap(join(packages, '..'), join(target, 'bootstrap'));
await vendorCodemirror(packages, join(target, 'codemirror'));
await vendorTypescript(join(target, 'typescript'));

/** @type {Record<string, string>} */
const icons = {};
/** @type {string[]} */
const missing = [];
for (const name of [...ICONS].sort()) {
  const file = name.endsWith('-filled') ? `filled/${name.slice(0, -7)}.svg` : `outline/${name}.svg`;
  const svg = await readFile(join(iconFolder, file), 'utf8').catch(() => null);
  if (svg) icons[name] = shapes(svg);
  else missing.push(name);
}
if (missing.length) {
  console.error(`Tabler has no icon of these names: ${missing.join(', ')}`);
  process.exit(1);
}
await writeFile(join(target, 'icons.json'), `${JSON.stringify(icons, null, 0).replaceAll('","', '",\n"')}\n`);
console.log(
  `Bootstrap, htmx, marked, CodeMirror, TypeScript, the fonts and ${Object.keys(icons).length} icons are in packages/views/assets/vendor`,
);

/** What is drawn inside the <svg>, without the invisible frame and the space between tags. @param {string} svg */
function shapes(svg) {
  const inner = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  return inner
    .replace(/<path stroke="none" d="M0 0h24v24H0z" fill="none" \/>/, '')
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>');
}
