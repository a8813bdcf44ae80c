import { viewCases } from './testing/view-cases.js';
import { fileLinkView } from './file-link.js';
import { fileNamesView } from './file-names.js';
import { fileUploadView } from './file-upload.js';
import { imageUploadView } from './image-upload.js';
import { imageView } from './image.js';
import { thumbnailView } from './thumbnail.js';

viewCases(fileLinkView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { file: { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'a b.png', mime: 'image/png', size: 12345 } },
  cases: [
    [1, '1 byte'],
    [22, '22 bytes'],
    [1500, '1.5 kB'],
  ].map(([size, shown]) => [
    `says ${shown} as the language does`,
    {
      value: '7',
      needed: { file: { id: '7', name: 'a.txt', mime: 'text/plain', size } },
    },
    `<a class="pl-file" href="/files/7/a.txt"><svg class="icon icon-paperclip"></svg> a.txt</a> <span class="text-secondary text-nowrap">${shown}</span>`,
  ]),
});

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

viewCases(fileUploadView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { file: { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'a b.png', mime: 'image/png', size: 12345 } },
  cases: [
    [
      'does not take the file of the row for the one that was uploaded since',
      {
        value: '0193f7a0-0000-7000-8000-00000000000b',
        needed: { file: { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'old.png' } },
        required: true,
      },
      '<div class="pl-upload" data-pl-upload="/files/upload" data-pl-field="t.age" data-pl-failed="The upload failed. Please try again." data-pl-done="Uploaded"><input type="hidden" name="age" value="0193f7a0-0000-7000-8000-00000000000b"><div class="pl-upload-file"><a href="/files/0193f7a0-0000-7000-8000-00000000000b/The uploaded file"><svg class="icon icon-paperclip"></svg> The uploaded file</a></div><div class="pl-uploads-drop"><input id="f" name="age" class="form-control" type="file"><span class="pl-uploads-hint" aria-hidden="true">or drop a file here</span></div><progress class="progress" max="1" value="0" aria-label="Upload" hidden></progress><div class="form-hint" role="status"></div></div>',
    ],
  ],
});

viewCases(imageView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { file: { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'a b.png', mime: 'image/png', size: 12345 } },
});

viewCases(imageUploadView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { file: { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'a b.png', mime: 'image/png', size: 12345 } },
});

viewCases(thumbnailView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { file: { id: '0193f7a0-0000-7000-8000-00000000000a', name: 'a b.png', mime: 'image/png', size: 12345 } },
});
