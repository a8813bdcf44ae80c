export { createTestDatabase, until } from '@plinth/data/testing';
export { axeViolations } from './axe-violations.js';
export { createClient } from './client.js';
export { keepablePort } from './keepable-port.js';
export { launchBrowser } from './launch-browser.js';
export { loadTypescript } from './load-typescript.js';
export { readForms } from './read-forms.js';
export { startTestServer } from './start-test-server.js';
export { withBarrierPassed } from './with-barrier-passed.js';
