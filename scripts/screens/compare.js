import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * How far two sets of pictures differ, the largest difference first, each as a picture of both and of the pixels between:
 *
 *   node scripts/screens/compare.js <before> <after> <differences>
 */
const [, , before = 'before', after = 'after', folder = 'differences'] = process.argv;
/** Of 255, for one colour: less is the smoothing of letters. */
const VISIBLE = 8;

await mkdir(folder, { recursive: true });
/** @type {{ name: string, share: number, from: number, size: string }[]} */
const found = [];
const names = (await readdir(before)).filter((name) => name.endsWith('.png'));
for (const name of names) {
  const size = await sharp(path.join(after, name))
    .metadata()
    .catch(() => null);
  if (!size) {
    console.log(`${name} is missing`);
    continue;
  }
  const difference = await compared(name);
  if (difference.share > 0) found.push(difference);
}
found.sort((a, b) => b.share - a.share);
for (const { name, share, from, size } of found)
  console.log(`${(share * 100).toFixed(2).padStart(6)} %  from ${from} px  ${size}  ${name}`);
console.log(`${names.length} pictures compared, ${found.length} differ`);

/** @param {string} name */
async function compared(name) {
  const files = [before, after].map((set) => path.join(set, name));
  const sizes = await Promise.all(files.map((file) => sharp(file).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const canvas = { width, height, fit: /** @type {const} */ ('contain'), position: 'left top', background: '#f0f' };
  const [was, is] = await Promise.all(files.map((file) => sharp(file).removeAlpha().resize(canvas).raw().toBuffer()));
  const marks = Buffer.alloc(was.length, 255);
  let count = 0;
  let from = height;
  for (let at = 0; at < was.length; at += 3) {
    const far = Math.max(...[0, 1, 2].map((part) => Math.abs(was[at + part] - is[at + part])));
    if (far <= VISIBLE) continue;
    count++;
    from = Math.min(from, Math.floor(at / 3 / width));
    marks.fill(0, at, at + 3);
  }
  const share = count / (width * height);
  if (count > 0) await draw({ name, width, height, parts: [was, is, marks] });
  const size = sizes[0].height === sizes[1].height ? '' : `height ${sizes[0].height} -> ${sizes[1].height}`;
  return { name, share, from, size };
}

/** @param {{ name: string, width: number, height: number, parts: Buffer[] }} picture */
async function draw({ name, width, height, parts }) {
  const raw = { width, height, channels: /** @type {const} */ (3) };
  const base = { create: { width: width * 3 + 20, height, channels: raw.channels, background: '#888' } };
  const placed = parts.map((input, at) => ({ input, raw, left: at * (width + 10), top: 0 }));
  await sharp(base).composite(placed).png().toFile(path.join(folder, name));
}
