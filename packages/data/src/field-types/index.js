import { booleanType } from './boolean.js';
import { colourType } from './colour.js';
import { dateTimeType } from './date-time.js';
import { dateType } from './date.js';
import { decimalType } from './decimal.js';
import { durationType } from './duration.js';
import { emailType } from './email.js';
import { fileType } from './file.js';
import { imageType } from './image.js';
import { integerType } from './integer.js';
import { jsonType } from './json.js';
import { longTextType } from './long-text.js';
import { manyToManyType } from './many-to-many.js';
import { moneyType } from './money.js';
import { multiSelectType } from './multi-select.js';
import { oneToOneType } from './one-to-one.js';
import { percentType } from './percent.js';
import { phoneType } from './phone.js';
import { ratingType } from './rating.js';
import { relationType } from './relation.js';
import { richTextType } from './rich-text.js';
import { selectType } from './select.js';
import { textType } from './text.js';
import { timeType } from './time.js';
import { urlType } from './url.js';
import { userType } from './user.js';
import { uuidType } from './uuid.js';

/** Core's own field types, in the order in which they are offered. */
export const fieldTypes = Object.freeze([
  textType,
  longTextType,
  richTextType,
  integerType,
  decimalType,
  moneyType,
  booleanType,
  selectType,
  multiSelectType,
  dateType,
  dateTimeType,
  timeType,
  durationType,
  ratingType,
  percentType,
  emailType,
  urlType,
  phoneType,
  colourType,
  fileType,
  imageType,
  userType,
  relationType,
  oneToOneType,
  manyToManyType,
  jsonType,
  uuidType,
]);
