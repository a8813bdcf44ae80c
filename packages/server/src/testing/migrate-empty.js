import { createData, dataPlugin } from '@plinth/data';
import { createRegistry } from '@plinth/plugin';

/** Makes the template that test databases are copied from: migrated, and nothing else. @param {any} connection */
export async function migrateEmpty(connection) {
  const data = await createData({ connection, registry: createRegistry([dataPlugin]) });
  await data.close();
}
