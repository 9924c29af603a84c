import { test } from 'node:test';
import { missing, run } from './programs.ts';

// promtool is in the Debian package prometheus. It fails if a rule fires, or does not, against what the file says.

const RULES = 'packaging/prometheus/stellwerk.rules.yaml';
const skip = missing(['promtool']);

test('Prometheus takes the alerting rules, which fire when something is wrong, and not before', {
  skip,
}, () => {
  run('promtool', ['check', 'rules', RULES]);
  run('promtool', ['test', 'rules', RULES.replace('.yaml', '.test.yaml')]);
});
