import { hangulPairs } from './hangul-pairs.js';

/**
 * Decodes bytes piece by piece. What means nothing in the encoding becomes U+FFFD.
 *
 * @typedef {{ decode: (bytes?: Buffer, options?: { stream?: boolean }) => string }} Decoder
 */

/** Encodings of two bytes; where these have no character, Node.js gives one for private use, or a control character. */
const PAIRS = ['gb18030', 'big5', 'euc-kr', 'shift_jis', 'euc-jp'];
const NOTHING = /[\u0080-\u009f\ue000-\uf8ff]/g;

/** @param {string} encoding one of ENCODINGS @returns {Decoder} */
export function createDecoder(encoding) {
  if (encoding === 'euc-kr') return koreanDecoder();
  const decoder = new TextDecoder(encoding);
  if (!PAIRS.includes(encoding)) return decoder;
  return { decode: (bytes, options) => decoder.decode(bytes, options).replace(NOTHING, '\ufffd') };
}

/**
 * What Windows calls Korean: EUC-KR with the 8822 syllables that it does not have (code page 949). Node.js knows only those of
 * EUC-KR.
 *
 * @returns {Decoder}
 */
function koreanDecoder() {
  const plain = new TextDecoder('euc-kr');
  let rest = Buffer.alloc(0);
  return {
    decode(bytes = Buffer.alloc(0), { stream = false } = {}) {
      const all = rest.length ? Buffer.concat([rest, bytes]) : bytes;
      /** @type {string[]} */
      const parts = [];
      let from = 0;
      let at = 0;
      while (at < all.length) {
        if (all[at] < 0x81) at++;
        else if (at + 1 === all.length) break;
        else {
          const found = all[at] < 0xa1 || all[at + 1] < 0xa1 ? hangulPairs()(all[at], all[at + 1]) : undefined;
          if (found) {
            parts.push(plain.decode(all.subarray(from, at)), found);
            from = at + 2;
          }
          // A byte that begins nothing must not take a separator or line end with it.
          at += found || all[at + 1] >= 0xa1 ? 2 : 1;
        }
      }
      rest = stream ? Buffer.from(all.subarray(at)) : Buffer.alloc(0);
      parts.push(plain.decode(all.subarray(from, stream ? at : all.length)));
      return parts.join('').replace(NOTHING, '\ufffd');
    },
  };
}
