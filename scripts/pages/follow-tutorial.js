/**
 * The steps of the plugin tutorial until the plugin is installed, as one shell script: its commands, and its files written
 * where it says.
 *
 * @param {ReturnType<typeof import('./code-blocks.js').codeBlocks>} blocks @param {{ plinth: string }} where the clone is
 */
export function followTutorial(blocks, { plinth }) {
  const steps = blocks.filter(({ heading }) => /^[1-5]\. /.test(heading));
  return steps
    .map(({ language, code, file }) => (language === 'sh' ? code : write(file ?? 'unnamed', code)))
    .join('\n')
    .replaceAll('/opt/plinth', plinth.replace(/\/$/, ''));
}

/** @param {string} file @param {string} code */
const write = (file, code) => `cat > ${file} <<'END_OF_FILE'\n${code}END_OF_FILE`;
