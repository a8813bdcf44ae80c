import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Tests and their tools that look at a clock or at the size of a process, and what for. */
const KNOWN = {
  'packages/cli/src/commands/backup-kill.long-test.js': 'spreads the kills over the time that the work takes',
  'packages/cli/src/commands/commands.test.js': 'when a token ends',
  'packages/cli/src/commands/fairness.long-test.js': 'told, not judged',
  'packages/cli/src/commands/large-import.long-test.js': 'a share of the whole',
  'packages/cli/src/commands/wall-clock.long-test.js': 'the clock is what is tested',
  'packages/cli/src/testing/control-group.js': 'a name, and a row in a list of the kernel',
  'packages/data/src/automation/triggers/planned.test.js': 'times around now',
  'packages/data/src/gate/files/files.test.js': 'the age of a file',
  'packages/data/src/gate/files/quota.test.js': 'the clock that it gives',
  'packages/data/src/people/accounts/people.test.js': 'the clock that it gives',
  'packages/data/src/testing/cluster-keeper.js': 'ends when nobody needs it',
  'packages/data/src/testing/shared-cluster.js': 'patience',
  'packages/data/src/testing/until.js': 'the patience of all waits',
  'packages/plugin/src/testing/costs-at-most.js': 'costs are compared',
  'packages/server/src/pages/delivered/list-filters.test.js': 'days around today',
  'packages/server/src/pages/fast-path/testing/cache-storm.js': 'told, not judged',
  'packages/server/src/api/hooks/hooks.test.js': 'the time in a signature',
  'packages/server/src/http/requests/report-routes.test.js': 'an hour later, by hand',
  'packages/server/src/one-clock-shown.test.js': 'times around now',
  'packages/server/src/testing/event-source.js': 'patience',
  'packages/server/test/browser/drafts.test.js': 'a draft as if kept now',
  'packages/server/test/costly-requests.test.js': 'costs are compared',
  'packages/server/test/large-app.long-test.js': 'told, not judged',
  'scripts/clock.test.js': 'what it looks for',
  'scripts/clocks-in-tests.test.js': 'what it looks for',
};

const IS_TEST = /\.(long-)?test\.js$|\/testing\/.*\.js$|\/test\/.*\.js$/;
const LOOKS = /\b(performance|Date)\.now\(|\bhrtime\b|[cC]puUsage\b|VmRSS|rss\b/;

describe('tests', () => {
  it('do not judge by the clock, nor by the size of a process: both tell of the machine', () => {
    const looking = ['packages', 'plugins', 'scripts', 'docs', 'benchmarks']
      .flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
          path.posix.join(folder, file),
        ),
      )
      .filter((file) => IS_TEST.test(file) && !file.includes('node_modules'))
      .filter((file) => LOOKS.test(readFileSync(path.join(root, file), 'utf8')));
    assert.deepEqual(
      looking.filter((file) => !(file in KNOWN)),
      [],
      'wait with until(), compare with costsAtMost(), count live bytes, or add it with the reason',
    );
    assert.deepEqual(
      Object.keys(KNOWN).filter((file) => !looking.includes(file)),
      [],
      'it looks no more',
    );
  });
});
