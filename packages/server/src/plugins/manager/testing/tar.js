/**
 * An archive as npm makes it, or as nobody should.
 *
 * @param {{ name: string, text?: string, kind?: string, size?: number, prefix?: string }[]} entries
 */
export function tar(entries) {
  const blocks = entries.flatMap(({ name, text = '', kind = '0', size, prefix = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write((size ?? Buffer.byteLength(text)).toString(8).padStart(11, '0'), 124);
    header.write(kind, 156);
    header.write('ustar', 257);
    header.write(prefix, 345);
    writeSum(header);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Makes the sums of all blocks right, so that what stands in them is looked at. @param {Buffer} archive */
export function sumHeaders(archive) {
  for (let at = 0; at + 512 <= archive.length; at += 512) {
    const block = archive.subarray(at, at + 512);
    if (block.some((byte) => byte !== 0)) writeSum(block);
  }
}

/** @param {Buffer} header */
function writeSum(header) {
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
}
