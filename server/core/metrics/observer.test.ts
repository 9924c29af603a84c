import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { InstallationObserver } from './observer.ts';

const { databaseUrl } = await startTestService();

test('a scrape asks once whether its service is chosen, however many gauges want to know', async () => {
  const observer = new InstallationObserver(databaseUrl);
  after(() => observer.close());
  const asked = [observer.isChosen(), observer.isChosen(), observer.isChosen()];
  assert.equal(new Set(asked).size, 1);
  assert.equal(await asked[0], true);
  const next = observer.isChosen();
  assert.notEqual(next, asked[0]);
  assert.equal(await next, true);
});
