/**
 * Tests of rights, of the API and of streams that are run once more behind the second wall (ROW_SECURITY=on) when the long
 * tests run: what they expect must hold there, too. Tests that count statements are not among them.
 */
export const BEHIND_WALL = [
  /^packages\/data\/src\/rights\/(rules|user-fields|written-relations|write-model|row-security\/.*)\.test\.js$/,
  /^packages\/data\/src\/rows\/(rights|rights-property|field-rights|validations|expression|groups)\.test\.js$/,
  /^packages\/server\/src\/agents\/mcp\.test\.js$/,
  /^packages\/server\/src\/api\/(api|once|revisions|files\/files|rows\/(expand|export-rows|hidden|versions))\.test\.js$/,
  /^packages\/server\/src\/realtime\/(changes|resume)\.test\.js$/,
  /^packages\/server\/src\/delivered\/(actions|aggregates|conditions|delivered|expressions|field-rights|form-choices)\.test\.js$/,
  /^packages\/server\/src\/stored-files\/files\.test\.js$/,
  /^packages\/server\/test\/(rights-on-paths|rules-on-write-paths|api-matrix|groups)\.test\.js$/,
];

/** @param {readonly string[]} files paths from the root @returns {string[]} those that are run behind the wall */
export const behindWall = (files) => files.filter((file) => BEHIND_WALL.some((pattern) => pattern.test(file)));
