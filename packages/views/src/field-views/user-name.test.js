import { viewCases } from './testing/view-cases.js';
import { userNameView } from './user-name.js';

viewCases(userNameView, {
  values: ['0193f7a0-0000-7000-8000-00000000000a'],
  needed: { label: 'Anna Maria Bell' },
});
