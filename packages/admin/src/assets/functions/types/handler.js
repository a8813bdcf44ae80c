// Says what the exported function is called with: a comment that TypeScript reads, put in front of it.

/**
 * @param {import('./host.js').TypeScript} ts @param {string} code
 * @param {string} type of the function
 * @returns {{ text: string, at: number, length: number }} at: where something was put in; length: 0 if nothing was
 */
export function withHandlerType(ts, code, type) {
  const source = ts.createSourceFile('f.js', code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const target = handlerIn(ts, source);
  // Who wrote types of their own knows better.
  if (!target || hasTypes(ts, target)) return { text: code, at: 0, length: 0 };
  const at = target.getStart(source);
  const comment = `/** @type {${type}} */ `;
  return { text: code.slice(0, at) + comment + code.slice(at), at, length: comment.length };
}

/** @param {import('./host.js').TypeScript} ts @param {unknown} statement */
const hasTypes = (ts, statement) =>
  ts
    .getJSDocTags(statement)
    .some((/** @type {unknown} */ tag) => ts.isJSDocTypeTag(tag) || ts.isJSDocParameterTag(tag));

/** The statement that has the function. @param {import('./host.js').TypeScript} ts @param {any} source */
function handlerIn(ts, source) {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement)) {
      const { expression } = statement;
      return ts.isIdentifier(expression) ? declarationOf(ts, source, expression.text) : statement;
    }
    const isDefault = statement.modifiers?.some((/** @type {any} */ { kind }) => kind === ts.SyntaxKind.DefaultKeyword);
    if (isDefault && ts.isFunctionDeclaration(statement)) return statement;
  }
  return null;
}

/** @param {import('./host.js').TypeScript} ts @param {any} source @param {string} name */
function declarationOf(ts, source, name) {
  return (
    source.statements.find((/** @type {any} */ one) =>
      ts.isVariableStatement(one)
        ? one.declarationList.declarations.length === 1 && one.declarationList.declarations[0].name.text === name
        : ts.isFunctionDeclaration(one) && one.name?.text === name,
    ) ?? null
  );
}
