/** @typedef {typeof ENCODINGS[number]} Encoding */

/** Supported encodings, in the order of a list to choose from. */
export const ENCODINGS = /** @type {const} */ ([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'gb18030',
  'big5',
  'euc-kr',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
]);

/** Names that other programs use. */
const OTHER_NAMES = Object.freeze(
  /** @type {Record<string, Encoding>} */ ({
    gbk: 'gb18030',
    cp936: 'gb18030',
    cp949: 'euc-kr',
    uhc: 'euc-kr',
    cp950: 'big5',
    cp932: 'shift_jis',
    'utf-16': 'utf-16le',
    utf16: 'utf-16le',
  }),
);

/**
 * An encoding by any of its names: GBK, latin1, cp1252.
 *
 * @param {string} name @returns {Encoding | null}
 */
export function encodingNamed(name) {
  const plain = name.trim().toLowerCase();
  const known = OTHER_NAMES[plain] ?? labelled(plain);
  return ENCODINGS.find((one) => one === (OTHER_NAMES[known] ?? known)) ?? null;
}

/** @param {string} label */
function labelled(label) {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return label;
  }
}
