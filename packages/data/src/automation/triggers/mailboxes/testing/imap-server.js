/** @import { Socket } from 'node:net' */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * @typedef {{ uid: number, source: string, size: number, seen: boolean }} StoredMail
 * @typedef {{ answer: (line: string) => void, socket: Socket, tag: string, rest: string, state: any }} Asked
 */

/** A mailbox that speaks as much of IMAP4rev1 as reading it needs. */
export async function createImapServer({ password = 'mailbox-password' } = {}) {
  const state = {
    password,
    validity: 7,
    nextUid: 1,
    mails: /** @type {StoredMail[]} */ ([]),
    /** @type {string[]} */
    heard: [],
    /** A command that is never answered. */
    hangsAt: '',
    /** @type {(command: string) => Promise<void>} called before an answer */
    before: async () => {},
    open: 0,
  };
  const server = createServer((socket) => {
    state.open++;
    socket.on('close', () => state.open--).on('error', () => {});
    if (state.hangsAt === 'greeting') return;
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    serve(socket, state);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    state,
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    /** @param {string} source @param {{ size?: number }} [more] size: what the server says of it */
    put(source, { size = Buffer.byteLength(source) } = {}) {
      const uid = state.nextUid++;
      state.mails.push({ uid, source: source.replace(/\r?\n/g, '\r\n'), size, seen: false });
      return uid;
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** @param {Socket} socket @param {any} state */
function serve(socket, state) {
  let buffer = '';
  let busy = Promise.resolve();
  socket.on('data', (part) => {
    buffer += part;
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      busy = busy.then(() => answer(socket, state, line));
    }
  });
}

/** @param {Socket} socket @param {any} state @param {string} line */
async function answer(socket, state, line) {
  const [, tag, command, rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
  const name = (command ?? '').toUpperCase();
  state.heard.push(name);
  await state.before(name);
  if (state.hangsAt === name) return;
  const write = (/** @type {string} */ text) => void (socket.writable && socket.write(`${text}\r\n`));
  const said = (commands[name] ?? unknown)({ answer: write, socket, tag, rest, state });
  write(`${tag} ${said}`);
  if (name === 'LOGOUT') socket.end();
}

const unknown = () => 'BAD unknown command';

/** @type {Record<string, (asked: Asked) => string>} */
const commands = {
  CAPABILITY({ answer: write }) {
    write('* CAPABILITY IMAP4rev1');
    return 'OK done';
  },
  LOGIN({ rest, state }) {
    const [, given] = /"?([^" ]+)"?$/.exec(rest) ?? [];
    return given === state.password ? 'OK welcome' : `NO [AUTHENTICATIONFAILED] no such user, or not ${given}`;
  },
  NAMESPACE({ answer: write }) {
    write('* NAMESPACE (("" "/")) NIL NIL');
    return 'OK done';
  },
  LIST({ answer: write, rest }) {
    if (/""$/.test(rest)) write('* LIST (\\Noselect) "/" ""');
    else if (/INBOX/i.test(rest)) write('* LIST (\\HasNoChildren) "/" "INBOX"');
    return 'OK done';
  },
  LSUB: () => 'OK done',
  NOOP: () => 'OK done',
  SELECT({ answer: write, rest, state }) {
    if (!/INBOX/i.test(rest)) return 'NO no such folder';
    write('* FLAGS (\\Seen)');
    write(`* ${state.mails.length} EXISTS`);
    write(`* OK [UIDVALIDITY ${state.validity}] ok`);
    write(`* OK [UIDNEXT ${state.nextUid}] ok`);
    return 'OK [READ-WRITE] selected';
  },
  'UID SEARCH'({ answer: write, rest, state }) {
    const from = Number(/UID (\d+):/.exec(rest)?.[1] ?? 1);
    const found = state.mails.filter(
      (/** @type {StoredMail} */ { uid }, /** @type {number} */ i) => uid >= from || i === state.mails.length - 1,
    );
    write(`* SEARCH ${found.map((/** @type {StoredMail} */ { uid }) => uid).join(' ')}`);
    return 'OK done';
  },
  'UID FETCH'({ answer: write, socket, rest, state }) {
    const wanted = rest.split(' ')[0].split(',').map(Number);
    for (const [i, { uid, size, source }] of state.mails.entries()) {
      if (!wanted.includes(uid)) continue;
      const known = `UID ${uid} RFC822.SIZE ${size} INTERNALDATE "${imapDate(new Date())}"`;
      if (!/BODY/i.test(rest)) write(`* ${i + 1} FETCH (${known})`);
      else {
        socket.write(`* ${i + 1} FETCH (${known} BODY[]<0> {${Buffer.byteLength(source)}}\r\n`);
        socket.write(source);
        write(')');
      }
    }
    return 'OK done';
  },
  'UID STORE'({ answer: write, rest, state }) {
    const uid = Number(rest.split(' ')[0]);
    const i = state.mails.findIndex((/** @type {StoredMail} */ one) => one.uid === uid);
    state.mails[i].seen = true;
    write(`* ${i + 1} FETCH (UID ${uid} FLAGS (\\Seen))`);
    return 'OK done';
  },
  LOGOUT({ answer: write }) {
    write('* BYE bye');
    return 'OK done';
  },
};

/** "02-Dec-2026 10:00:00 +0000" @param {Date} date */
function imapDate(date) {
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
}
