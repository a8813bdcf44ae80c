/** @import { Values } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';

/** Of a whole mail, with all mails in it. A part of 5 bytes is an object of 1 KB. */
const MOST_PARTS = 5000;
/** A mail of 10 MB in base64 has 140,000. The library holds each line by itself until the part ends. */
const MOST_LINES = 200_000;
/** In bytes. The library looks through a header, and through a text, more than once. */
const MOST_HEADERS = 256 * 1024;
const MOST_TEXT = 400_000;
/** Of parts in parts, and of mails in mails. */
const MOST_NESTED = 50;
const MOST_MAILS = 3;

/** @typedef {{ parts: number, lines: number, text: Record<string, number> }} Left what a mail may still have; text: bytes by type */

/**
 * Parses a mail with limits that its parts and the mails in it share. Texts are cut, everything else is refused.
 *
 * @param {Buffer} source
 * @returns {Promise<import('postal-mime').Email>}
 * @throws {AppError} MAIL_UNREADABLE (422)
 */
export async function parseMail(source) {
  const Parser = await boundedParser();
  const left = { parts: MOST_PARTS, lines: MOST_LINES, text: { 'text/plain': MOST_TEXT, 'text/html': MOST_TEXT } };
  try {
    return await new Parser(left, 0).parse(source);
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(cause);
  }
}

/** The library limits headers and nesting of one mail only, and neither parts nor texts. */
async function boundedParser() {
  const { default: PostalMime } = await import('postal-mime');
  return class BoundedParser extends /** @type {any} */ (PostalMime) {
    /** @param {Left} left @param {number} depth */
    constructor(left, depth) {
      super({
        maxNestingDepth: MOST_NESTED,
        maxHeadersSize: MOST_HEADERS,
        maxRfc822NestingDepth: MOST_MAILS,
        attachmentEncoding: 'arraybuffer',
      });
      this.left = left;
      this.rfc822NestingDepth = depth;
    }

    /** @param {Uint8Array} line @param {boolean} isFinal */
    async processLine(line, isFinal) {
      if (--this.left.lines < 0) throw unreadable();
      const before = this.currentNode;
      await super.processLine(line, isFinal);
      if (this.currentNode !== before && --this.left.parts < 0) throw unreadable();
    }

    /** @param {Values} node @param {unknown} alternative @param {boolean} related */
    async collectNode(node, alternative, related) {
      if (node.content && !node.contentType.multipart && this.isInlineTextNode(node))
        node.content = cut(this.left, node.contentType.parsed.value, node.content);
      return super.collectNode(node, alternative, related);
    }

    /** As in the library, with a parser that shares the limits. @param {Values} node */
    async collectSubMessage(node) {
      /** @type {any} */
      const inner = new BoundedParser(this.left, this.rfc822NestingDepth + 1);
      inner.headerSize = this.headerSize;
      const mail = (node.subMessage = await inner.parse(node.content ?? new ArrayBuffer(0)));
      this.headerSize = inner.headerSize;
      const item = { type: 'subMessage', value: mail };
      if (mail.text || !mail.html) this.addTextEntry(node, 'plain', item);
      if (mail.html) this.addTextEntry(node, 'html', item);
      for (const [part, entry] of inner.textMap) this.textMap.set(part, entry);
      for (const attachment of mail.attachments) this.attachments.push(attachment);
    }
  };
}

/** @param {Left} left @param {string} type @param {ArrayBuffer} content */
function cut({ text }, type, content) {
  const kept = content.slice(0, text[type]);
  text[type] -= kept.byteLength;
  return kept;
}

/** @param {unknown} [cause] */
const unreadable = (cause) =>
  new AppError('MAIL_UNREADABLE', "The mail can't be read", {
    status: 422,
    hint: 'It has too many lines, parts or headers, or parts nested too deep',
    cause,
  });
