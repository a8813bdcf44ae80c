// What TypeScript knows of a function's code: mistakes, the type at a place, and what can be written there. Pure: it is
// given the compiler, and runs in a worker of the editor as well as in tests.
import { CODE, createHost } from './host.js';
import { forgottenAwaits } from './forgotten-await.js';
import { withHandlerType } from './handler.js';
import { judged } from './judged.js';
import { notHere } from './not-here.js';

/**
 * @typedef {{ code: string, input: string }} Written input: the type of the function's input, as TypeScript
 * @typedef {{ label: string, kind: string, detail: string, info: string }} Offer
 */

/**
 * @param {import('./host.js').Compiler} compiler @param {Parameters<typeof createHost>[1]} app
 */
export function createTypeService(compiler, app) {
  const { ts } = compiler;
  const host = createHost(compiler, app);
  const service = ts.createLanguageService(host);

  /** @param {Written} written */
  function open({ code, input }) {
    const put = withHandlerType(ts, code, `import('/plinth').Handler<${input}>`);
    host.write(CODE, put.text);
    return {
      to: (/** @type {number} */ at) => (at >= put.at ? at + put.length : at),
      from: (/** @type {number} */ at) => (at >= put.at + put.length ? at - put.length : Math.min(at, put.at)),
    };
  }

  return {
    /** @param {Written} written @returns {import('./judged.js').Finding[]} in the order of the code */
    check(written) {
      const places = open(written);
      const program = service.getProgram();
      const source = program.getSourceFile(CODE);
      const checker = program.getTypeChecker();
      const wrong = service.getSyntacticDiagnostics(CODE);
      const all = wrong.length > 0 ? wrong : service.getSemanticDiagnostics(CODE);
      const found = judged(ts, checker, source, all);
      const own = wrong.length > 0 ? [] : [...forgottenAwaits(ts, checker, source), ...notHere(ts, source)];
      return distinct([...found, ...own])
        .map((one) => ({ ...one, from: places.from(one.from), to: places.from(one.to) }))
        .sort((a, b) => a.from - b.from);
    },

    /** @param {Written} written @param {number} at @returns {{ from: number, to: number, type: string, info: string } | null} */
    hover(written, at) {
      const places = open(written);
      const found = service.getQuickInfoAtPosition(CODE, places.to(at));
      if (!found) return null;
      const type = plain(ts.displayPartsToString(found.displayParts));
      const from = places.from(found.textSpan.start);
      const to = places.from(found.textSpan.start + found.textSpan.length);
      // Of what is not there nothing is known; keywords have no type.
      if (type === 'any' || !type.includes(written.code.slice(from, to))) return null;
      return { from, to, type, info: ts.displayPartsToString(found.documentation) };
    },

    /** Members of the object before a point, properties of an object, or texts that fit. @param {Written} written @param {number} at @returns {Offer[]} */
    complete(written, at) {
      const places = open(written);
      const place = places.to(at);
      const found = service.getCompletionsAtPosition(CODE, place, { includeCompletionsWithInsertText: false });
      if (!found) return [];
      const isText = found.entries.every((/** @type {any} */ { kind }) => kind === 'string');
      if (!found.isMemberCompletion && !isText) return [];
      return found.entries.filter(isOffered).map((/** @type {any} */ { name, kind }) => {
        const isField = !isText && kind === 'property';
        const details = isField ? service.getCompletionEntryDetails(CODE, place, name) : null;
        return { label: name, kind, ...described(details) };
      });
    },

    /** More about an offer. @param {Written} written @param {number} at @param {string} label @returns {{ detail: string, info: string }} */
    describe(written, at, label) {
      const places = open(written);
      return described(service.getCompletionEntryDetails(CODE, places.to(at), label));
    },
  };
}

/** One mark at a place. @param {import('./judged.js').Finding[]} found */
const distinct = (found) =>
  found.filter((one, at) => found.findIndex(({ from, to }) => from < one.to && one.from < to) === at);

/** Without names of our files, and narrower. @param {string} text */
const plain = (text) => text.replaceAll(/import\("[^"]*"\)\./g, '').replaceAll('    ', '  ');

/** @param {{ kind: string, kindModifiers?: string }} entry */
const isOffered = ({ kind, kindModifiers = '' }) => kind !== 'warning' && !kindModifiers.includes('deprecated');

/** @param {any} details of an entry, if there are any */
function described(details) {
  if (!details) return { detail: '', info: '' };
  const textOf = (/** @type {{ text: string }[]} */ parts) => parts.map(({ text }) => text).join('');
  return { detail: typeIn(plain(textOf(details.displayParts))), info: textOf(details.documentation ?? []) };
}

/** `(property) total: string` is a string. @param {string} shown */
function typeIn(shown) {
  const type = shown.replace(/^\((property|method)\) /, '').replace(/^(?:\w+(?:<[^(]*>)?\.)?\w+\??(?:: )?/, '');
  return type.length > 60 ? `${type.slice(0, 59)}…` : type;
}
