import { SMTPServer } from 'smtp-server';

/**
 * @typedef {{ from: string, to: string[], raw: string, text: string }} Received text: with quoted-printable undone
 * @typedef {object} Behaviour
 * @property {{ user: string, pass: string }} [account] who must log in; absent: nobody
 * @property {(address: string) => Error | null} [onSender]
 * @property {(address: string) => Error | null} [onRecipient]
 * @property {(count: number) => Error | 'hang' | null} [onText] asked when a mail has arrived; `hang` never answers
 * @property {boolean} [silent] accepts connections and says nothing
 */

/**
 * A mail server that keeps what it accepts.
 *
 * @param {Behaviour} [behaviour] may be changed while it runs
 * @param {number} [port]
 */
export async function startMailbox(behaviour = {}, port = 0) {
  /** @type {Received[]} */
  const mails = [];
  let connections = 0;
  let texts = 0;
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 100,
    disableReverseLookup: true,
    hideSTARTTLS: !behaviour.account,
    authOptional: !behaviour.account,
    onAuth: ({ username, password }, session, done) =>
      username === behaviour.account?.user && password === behaviour.account?.pass
        ? done(null, { user: username })
        : done(refusal(535, `Authentication failed for ${username} with ${password}`)),
    onConnect: (session, done) => {
      connections++;
      if (!behaviour.silent) done();
    },
    onMailFrom: ({ address }, session, done) => done(behaviour.onSender?.(address) ?? null),
    onRcptTo: ({ address }, session, done) => done(behaviour.onRecipient?.(address) ?? null),
    async onData(stream, { envelope }, done) {
      const chunks = [];
      try {
        for await (const chunk of stream) chunks.push(chunk);
      } catch (error) {
        return done(/** @type {Error} */ (error));
      }
      const raw = Buffer.concat(chunks).toString();
      const verdict = behaviour.onText?.(++texts) ?? null;
      if (verdict === 'hang') return;
      if (verdict) return done(verdict);
      const { mailFrom, rcptTo } = envelope;
      const from = mailFrom ? mailFrom.address : '';
      mails.push({ from, to: rcptTo.map(({ address }) => address), raw, text: decoded(raw) });
      done(null, 'kept');
    },
  });
  server.on('error', () => {});
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(null)));
  const { port: bound } = /** @type {import('node:net').AddressInfo} */ (server.server.address());
  return {
    port: bound,
    mails,
    behaviour,
    counts: () => ({ connections, texts }),
    close: () => new Promise((resolve) => server.close(() => resolve(null))),
  };
}

/** @param {number} responseCode @param {string} message */
export const refusal = (responseCode, message) => Object.assign(new Error(message), { responseCode });

/** @param {string} raw */
function decoded(raw) {
  const joined = raw.replaceAll('\r\n', '\n').replaceAll('=\n', '');
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (whole, hex) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
}
