import { Readable } from 'node:stream';

/** A letter brings its files; none is read or fetched for it. */
const ONLY_WHAT_IS_GIVEN = { disableFileAccess: true, disableUrlAccess: true };

/**
 * @typedef {{ host: string, port?: number, secure?: boolean, user?: string, password?: string, from?: string }} Smtp
 * @typedef {{ to: string, subject: string, html: string, text: string, id: string,
 *   attachments?: readonly { name: string, mime: string, data: Buffer }[], unsubscribe?: string }} Letter id: makes its Message-ID;
 *   unsubscribe: an address that ends such mails by a single POST (RFC 8058)
 */

/** In ms. */
const CONNECT = 10_000;
const SILENCE = 20_000;
/** For one mail, however slowly the server answers. */
const DEADLINE = 60_000;

/**
 * A connection to the mail server for several mails, one after another. The library is loaded for the first one, since
 * most servers never send any.
 *
 * @param {Smtp} smtp
 */
export async function openSmtp({ host, port = 587, secure = false, user, password, from = '' }) {
  const { connection, MailComposer } = await connectionTo({ host, port, secure, user });
  /** @type {Error | null} */
  let lost = null;
  /** @type {Set<(error: Error) => void>} */
  const waiting = new Set();
  connection.on('error', (error) => fail(error));
  connection.on('end', () => fail(new Error('Connection closed unexpectedly')));

  /** @param {Error} error */
  function fail(error) {
    lost ??= error;
    for (const reject of waiting) reject(lost);
    waiting.clear();
  }

  /**
   * One step, which ends at the latest when the connection does or the deadline passes.
   *
   * @template T
   * @param {(done: (error: Error | null | undefined, value?: T) => void) => void} begin @returns {Promise<T>}
   */
  async function step(begin) {
    if (lost) throw lost;
    /** @type {PromiseWithResolvers<any>} */
    const { promise, resolve, reject } = Promise.withResolvers();
    waiting.add(reject);
    const timer = setTimeout(() => {
      fail(Object.assign(new Error('The mail server took too long'), { code: 'ETIMEDOUT' }));
      connection.close();
    }, DEADLINE);
    begin((error, value) => (error ? reject(error) : resolve(value)));
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(reject);
    });
  }

  return {
    /** Connects and logs in. */
    async open() {
      await step((done) => connection.connect(done));
      if (user) await step((done) => connection.login({ user, pass: password ?? '' }, done));
    },

    /**
     * @param {Letter} letter
     * @param {() => Promise<void>} beforeText awaited when the server is ready for the text and has none of it yet; its
     *   error ends the connection without sending the mail
     * @returns {Promise<string>} the server's answer
     */
    async send({ to, subject, html, text, id, attachments = [], unsubscribe }, beforeText) {
      const composer = new MailComposer({
        from,
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId: `<${id}@${domainOf(from, host)}>`,
        // Absence notes and lists answer nothing that says so.
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClick(unsubscribe)) },
        attachments: attachments.map(({ name, mime, data }) => ({ filename: name, contentType: mime, content: data })),
        ...ONLY_WHAT_IS_GIVEN,
      }).compile();
      const bytes = await composer.build();
      const envelope = composer.getEnvelope();
      const stream = Readable.from(
        (async function* () {
          await beforeText();
          yield bytes;
        })(),
        { objectMode: false },
      );
      const { response } = await step((done) => connection.send(envelope, stream, done));
      return String(response ?? '');
    },

    /** Ends it at once; what is on its way fails. */
    close() {
      fail(new Error('Connection closed'));
      connection.close();
    },
  };
}

/** @param {string} url */
const oneClick = (url) => ({ 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });

/** @param {Pick<Smtp, 'host' | 'port' | 'secure' | 'user'>} smtp */
async function connectionTo({ host, port, secure, user }) {
  const [{ SMTPConnection }, { MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection').then((module) => ({ SMTPConnection: module.default })),
    import('nodemailer/lib/mail-composer').then((module) => ({ MailComposer: module.default })),
  ]);
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: Boolean(user) && !secure,
    connectionTimeout: CONNECT,
    greetingTimeout: CONNECT,
    socketTimeout: SILENCE,
  });
  return { connection, MailComposer };
}

/** @param {string} from @param {string} host */
const domainOf = (from, host) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? host;
