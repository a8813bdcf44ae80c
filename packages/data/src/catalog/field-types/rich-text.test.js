import { typeCases } from './testing/type-cases.js';
import { richTextType } from './rich-text.js';

typeCases(richTextType, {
  attributes: {},
  accepts: [
    ['# Title', '# Title'],
    ['<script>', '<script>'],
  ],
  refuses: [[[], 'must be text']],
});
