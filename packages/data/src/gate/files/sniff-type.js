/** Magic numbers: offset, bytes, type. @type {readonly [number, string, string][]} */
const MAGIC = [
  [0, '89504e470d0a1a0a', 'image/png'],
  [0, 'ffd8ff', 'image/jpeg'],
  [0, '474946383761', 'image/gif'],
  [0, '474946383961', 'image/gif'],
  [0, '49492a00', 'image/tiff'],
  [0, '4d4d002a', 'image/tiff'],
  [0, '424d', 'image/bmp'],
  [0, '255044462d', 'application/pdf'],
  [0, '1f8b', 'application/gzip'],
  [0, '504b0304', 'application/zip'],
  [0, '504b0506', 'application/zip'],
  [0, '4f676753', 'audio/ogg'],
  [0, '494433', 'audio/mpeg'],
  [0, 'fffb', 'audio/mpeg'],
  [0, '664c6143', 'audio/flac'],
  [0, '1a45dfa3', 'video/webm'],
];

/** Types inside RIFF and ISO containers. @type {Readonly<Record<string, string>>} */
const RIFF = { WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' };
const BRANDS = /** @type {Record<string, string>} */ ({
  avif: 'image/avif',
  heic: 'image/heic',
  mif1: 'image/heic',
  'qt  ': 'video/quicktime',
});

/** Types of zip files by file extension. @type {Readonly<Record<string, string>>} */
const OFFICE = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
};
/** Text types that browsers don't execute. @type {Readonly<Record<string, string>>} */
const TEXT = {
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  ics: 'text/calendar',
  vcf: 'text/vcard',
};

/**
 * The type of a file by its first bytes. Among similar types, the sender's claim and the name decide. Whatever a
 * browser could run (HTML, XML) is plain text here, and whatever is unknown is just bytes.
 *
 * @param {Buffer} head the first 4 KB, or all of a smaller file @param {string} name
 */
export function sniffType(head, name) {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1].toLowerCase() ?? '';
  const hex = head.subarray(0, 16).toString('hex');
  const known = MAGIC.find(([offset, bytes]) => hex.startsWith(bytes, offset * 2));
  if (known) return known[2] === 'application/zip' ? (OFFICE[ending] ?? known[2]) : known[2];
  const text = head.subarray(0, 16).toString('latin1');
  if (text.startsWith('RIFF')) return RIFF[text.slice(8, 12)] ?? 'application/octet-stream';
  if (text.slice(4, 8) === 'ftyp') return BRANDS[text.slice(8, 12)] ?? 'video/mp4';
  if (!isText(head)) return 'application/octet-stream';
  if (ending === 'svg' && /<svg[\s>]/i.test(head.toString('utf8'))) return 'image/svg+xml';
  return TEXT[ending] ?? 'text/plain';
}

/** UTF-8 without control characters; the last character may be incomplete. @param {Buffer} head */
function isText(head) {
  if (head.length === 0) return true;
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  return !/[^\P{Cc}\t\n\v\f\r]|\ufffd/u.test(text);
}

/**
 * Whether a type is one of a list such as "application/pdf, image/*, .csv".
 *
 * @param {string} mime @param {string} name @param {string} allowed
 */
export function matchesTypes(mime, name, allowed) {
  const entries = allowed
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  if (entries.length === 0) return true;
  return entries.some((entry) => {
    if (entry.startsWith('.')) return name.toLowerCase().endsWith(entry);
    return entry.endsWith('/*') ? mime.startsWith(entry.slice(0, -1)) : mime === entry;
  });
}

/** Images that consist of pixels only. @param {string} mime */
export const isRasterImage = (mime) => /^image\/(png|jpeg|gif|webp|avif)$/.test(mime);
