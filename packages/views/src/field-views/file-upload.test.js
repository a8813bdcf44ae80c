import { viewCases } from './testing/view-cases.js';
import { fileUploadView } from './file-upload.js';

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
      '<div class="pl-upload" data-pl-upload="/files/upload" data-pl-field="t.age" data-pl-failed="The upload failed. Please try again." data-pl-done="Uploaded"><input type="hidden" name="age" value="0193f7a0-0000-7000-8000-00000000000b"><div class="pl-upload-file"><a href="/files/0193f7a0-0000-7000-8000-00000000000b/The uploaded file"><svg class="icon icon-paperclip"></svg> The uploaded file</a></div><input id="f" name="age" class="form-control" type="file"><progress class="progress" max="1" value="0" aria-label="Upload" hidden></progress><div class="form-hint" role="status"></div></div>',
    ],
  ],
});
