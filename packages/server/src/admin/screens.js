import { screen as about } from './screens/site/about.js';
import { screen as access } from './screens/tables/access.js';
import { screen as accessOverview } from './screens/people/access.js';
import { screen as apps } from './screens/site/apps.js';
import { screen as csvStart } from './screens/start/csv.js';
import { screen as changeRows } from './screens/tables/change-rows.js';
import { screen as deletedRows } from './screens/tables/deleted-rows.js';
import { screen as diagram } from './screens/tables/diagram.js';
import { screen as expressions } from './screens/tables/expressions.js';
import { screen as field } from './screens/tables/field.js';
import { screen as fields } from './screens/tables/fields.js';
import { screen as file } from './screens/files/file.js';
import { screen as files } from './screens/files/files.js';
import { screen as furtherFields } from './screens/people/further-fields.js';
import { screen as grid } from './screens/tables/grid.js';
import { screen as groups } from './screens/people/groups.js';
import { screen as history } from './screens/site/history.js';
import { screen as importRows } from './screens/tables/import.js';
import { screen as indexes } from './screens/tables/indexes.js';
import { screen as installApp } from './screens/site/install-app.js';
import { screen as menu } from './screens/pages/menu.js';
import { screen as newView } from './screens/views/new.js';
import { screen as page } from './screens/pages/edit.js';
import { screen as pages } from './screens/pages/list.js';
import { screen as pick } from './screens/site/pick.js';
import { screen as plugins } from './screens/site/plugins.js';
import { screen as problems } from './screens/site/problems.js';
import { screen as role } from './screens/people/roles.js';
import { screen as row } from './screens/tables/row.js';
import { screen as rowHistory } from './screens/tables/row-history.js';
import { screen as rules } from './screens/tables/rules.js';
import { screen as search } from './screens/site/search.js';
import { screen as security } from './screens/people/security.js';
import { screen as sessionSettings } from './screens/site/session-settings.js';
import { screen as settings } from './screens/site/settings.js';
import { screen as start } from './screens/start/start.js';
import { screen as tables } from './screens/tables/list.js';
import { screen as tableSettings } from './screens/tables/settings.js';
import { screen as tableViews } from './screens/tables/views.js';
import { screen as user } from './screens/people/user.js';
import { screen as users } from './screens/people/users.js';
import { screen as view } from './screens/views/edit.js';
import { screen as viewAs } from './screens/people/view-as.js';
import { screen as views } from './screens/views/list.js';

/**
 * Every screen: where it is mounted below /admin, the text key of its title, and its routes. Of two that answer the
 * same address the first one does.
 *
 * @type {readonly { path: string, title: string, routes(app: any): any }[]}
 */
export const screens = [
  csvStart,
  start,
  tables,
  fields,
  field,
  grid,
  groups,
  changeRows,
  row,
  rowHistory,
  deletedRows,
  access,
  rules,
  indexes,
  tableSettings,
  tableViews,
  importRows,
  diagram,
  expressions,
  newView,
  views,
  view,
  pages,
  page,
  menu,
  files,
  file,
  furtherFields,
  users,
  user,
  role,
  accessOverview,
  viewAs,
  security,
  sessionSettings,
  settings,
  history,
  problems,
  installApp,
  apps,
  plugins,
  about,
  search,
  pick,
];
