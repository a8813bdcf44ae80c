/** @import { Element } from '@plinth/plugin' */
import { accordion } from './accordion.js';
import { actionButton } from './action-button.js';
import { aggregation } from './aggregation.js';
import { blank } from './blank.js';
import { button } from './button.js';
import { card } from './card.js';
import { childRows } from './child-rows.js';
import { column } from './column.js';
import { columns } from './columns.js';
import { container } from './container.js';
import { deleteButton } from './delete-button.js';
import { divider } from './divider.js';
import { dropdown } from './dropdown.js';
import { embed } from './embed.js';
import { field } from './field.js';
import { filterField } from './filter-field.js';
import { formField } from './form-field.js';
import { heading } from './heading.js';
import { html } from './html.js';
import { icon } from './icon.js';
import { image } from './image.js';
import { joinedField } from './joined-field.js';
import { lineBreak } from './line-break.js';
import { link } from './link.js';
import { searchBar } from './search-bar.js';
import { section } from './section.js';
import { stack } from './stack.js';
import { submit } from './submit.js';
import { tab } from './tab.js';
import { tabs } from './tabs.js';
import { text } from './text.js';
import { video } from './video.js';
import { viewLink } from './view-link.js';

/** Plinth's own elements, in the order in which they are offered. @type {readonly Readonly<Element>[]} */
export const elements = [
  stack,
  columns,
  column,
  card,
  tabs,
  tab,
  accordion,
  section,
  container,
  text,
  heading,
  image,
  icon,
  link,
  button,
  dropdown,
  divider,
  lineBreak,
  blank,
  html,
  video,
  field,
  joinedField,
  aggregation,
  embed,
  viewLink,
  searchBar,
  formField,
  filterField,
  childRows,
  submit,
  actionButton,
  deleteButton,
];
