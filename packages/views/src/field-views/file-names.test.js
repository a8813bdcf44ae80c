import { viewCases } from './testing/view-cases.js';
import { fileNamesView } from './file-names.js';

const file = { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'a b.pdf', mime: 'application/pdf', size: 12345 };

viewCases(fileNamesView, {
  values: [file.id],
  needed: { file },
  cases: [
    [
      'shows the first three of several, and how many more there are',
      {
        value: ['1', '2', '3', '4', '5'],
        field: /** @type {any} */ ({ name: 'f', type: 'file', attributes: { several: true } }),
        needed: { file: ['1', '2', '3', '4', '5'].map((id) => ({ id, name: `<${id}>`, mime: 'text/plain', size: 1 })) },
      },
      `<span class="d-inline-flex flex-wrap gap-2 align-items-center">${['1', '2', '3']
        .map(
          (id) =>
            `<a class="pl-file" href="/files/${id}/&lt;${id}&gt;"><svg class="icon icon-paperclip"></svg> &lt;${id}&gt;</a>`,
        )
        .join('')}<span class="badge">+2</span></span>`,
    ],
  ],
});
