/** Tests that also run with ROW_SECURITY=on in the long run. Tests that count statements are not among them. */
export const ROW_SECURITY_TESTS = [
  /^packages\/data\/src\/rules\/rights\/(rules|user-fields|written-relations|write-model|row-security\/.*)\.test\.js$/,
  /^packages\/data\/src\/gate\/rows\/(rights|rights-property|field-rights|validations|expression|groups)\.test\.js$/,
  /^packages\/server\/src\/api\/agents\/mcp\.test\.js$/,
  /^packages\/server\/src\/api\/rest\/(api|once|revisions|files\/files|rows\/(expand|export-rows|hidden|versions))\.test\.js$/,
  /^packages\/server\/src\/api\/rest\/realtime\/(changes|resume)\.test\.js$/,
  /^packages\/server\/src\/pages\/delivered\/(actions|aggregates|conditions|delivered|expressions|field-rights|form-choices)\.test\.js$/,
  /^packages\/server\/src\/pages\/stored-files\/files\.test\.js$/,
  /^packages\/server\/test\/(rights-on-paths|rules-on-write-paths|api-matrix|groups)\.test\.js$/,
];

/** @param {readonly string[]} files paths from the root @returns {string[]} those that also run with ROW_SECURITY=on */
export const rowSecurityTests = (files) =>
  files.filter((file) => ROW_SECURITY_TESTS.some((pattern) => pattern.test(file)));
