import { badgeView } from './badge.js';
import { badgesView } from './badges.js';
import { buttonLinkView } from './button-link.js';
import { checkView } from './check.js';
import { checkboxView } from './checkbox.js';
import { colourInputView } from './colour-input.js';
import { colourSwatchView } from './colour-swatch.js';
import { dateInputView } from './date-input.js';
import { dateTimeInputView } from './date-time-input.js';
import { dateTimeView } from './date-time.js';
import { dateView } from './date.js';
import { durationInputView } from './duration-input.js';
import { durationView } from './duration.js';
import { emailInputView } from './email-input.js';
import { emailLinkView } from './email-link.js';
import { fileLinkView } from './file-link.js';
import { fileUploadView } from './file-upload.js';
import { filterBooleanView } from './filter-boolean.js';
import { filterDateView } from './filter-date.js';
import { filterNumberView } from './filter-number.js';
import { filterRelationView } from './filter-relation.js';
import { filterSelectView } from './filter-select.js';
import { filterTextView } from './filter-text.js';
import { filterTimeView } from './filter-time.js';
import { imageUploadView } from './image-upload.js';
import { imageView } from './image.js';
import { jsonInputView } from './json-input.js';
import { jsonView } from './json.js';
import { labelsView } from './labels.js';
import { manySelectView } from './many-select.js';
import { markdownEditorView } from './markdown-editor.js';
import { markdownView } from './markdown.js';
import { moneyInputView } from './money-input.js';
import { moneyView } from './money.js';
import { multiCheckboxView } from './multi-checkbox.js';
import { multilineView } from './multiline.js';
import { numberInputView } from './number-input.js';
import { numberView } from './number.js';
import { optionTextView } from './option-text.js';
import { percentInputView } from './percent-input.js';
import { percentView } from './percent.js';
import { progressView } from './progress.js';
import { radioView } from './radio.js';
import { ratingInputView } from './rating-input.js';
import { relationLabelView } from './relation-label.js';
import { relationLinkView } from './relation-link.js';
import { relationSearchView } from './relation-search.js';
import { relationSelectView } from './relation-select.js';
import { relativeDateView } from './relative-date.js';
import { selectView } from './select.js';
import { sliderView } from './slider.js';
import { starsView } from './stars.js';
import { switchView } from './switch.js';
import { tagSelectView } from './tag-select.js';
import { telInputView } from './tel-input.js';
import { telLinkView } from './tel-link.js';
import { textInputView } from './text-input.js';
import { textView } from './text.js';
import { textareaView } from './textarea.js';
import { thumbnailView } from './thumbnail.js';
import { timeInputView } from './time-input.js';
import { timeView } from './time.js';
import { urlInputView } from './url-input.js';
import { urlLinkView } from './url-link.js';
import { userNameView } from './user-name.js';
import { userSelectView } from './user-select.js';
import { yesNoView } from './yes-no.js';

/** Core's own field views, in the order in which they are offered. */
export const fieldViews = Object.freeze([
  textView,
  multilineView,
  markdownView,
  badgeView,
  badgesView,
  optionTextView,
  numberView,
  moneyView,
  percentView,
  progressView,
  starsView,
  dateView,
  dateTimeView,
  relativeDateView,
  timeView,
  durationView,
  checkView,
  yesNoView,
  emailLinkView,
  telLinkView,
  urlLinkView,
  buttonLinkView,
  colourSwatchView,
  jsonView,
  imageView,
  thumbnailView,
  fileLinkView,
  userNameView,
  relationLabelView,
  relationLinkView,
  labelsView,
  textInputView,
  textareaView,
  markdownEditorView,
  numberInputView,
  moneyInputView,
  percentInputView,
  sliderView,
  ratingInputView,
  checkboxView,
  switchView,
  selectView,
  radioView,
  multiCheckboxView,
  tagSelectView,
  dateInputView,
  dateTimeInputView,
  timeInputView,
  durationInputView,
  emailInputView,
  urlInputView,
  telInputView,
  colourInputView,
  jsonInputView,
  fileUploadView,
  imageUploadView,
  userSelectView,
  relationSelectView,
  relationSearchView,
  manySelectView,
  filterTextView,
  filterSelectView,
  filterBooleanView,
  filterNumberView,
  filterDateView,
  filterTimeView,
  filterRelationView,
]);
