import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Counts, f1 } from './judge.ts';
import { measureLayouts } from './measure.ts';

// A hundred of the layouts that npm run bench:cv-layouts measures.

const COUNT = 100;
const SEED = 7;
const MINIMUM_F1 = 0.9;
const MINIMUM_PRECISION = 0.98;

test('entries are read in layouts drawn at random, and what is sure is right', async () => {
  const jobs: Counts = { right: 0, found: 0, expected: 0 };
  const educations: Counts = { right: 0, found: 0, expected: 0 };
  const sure: boolean[] = [];
  for await (const measured of measureLayouts(COUNT, SEED)) {
    for (const name of ['right', 'found', 'expected'] as const) {
      jobs[name] += measured.judged.jobs[name];
      educations[name] += measured.judged.educations[name];
    }
    sure.push(...measured.sure.jobs, ...measured.sure.educations);
  }
  assert.ok(Number(f1(jobs)) >= MINIMUM_F1, `jobs ${f1(jobs)}`);
  assert.ok(Number(f1(educations)) >= MINIMUM_F1, `educations ${f1(educations)}`);
  const precision = sure.filter((isRight) => isRight).length / sure.length;
  assert.ok(precision >= MINIMUM_PRECISION, `${precision} of ${sure.length} that are sure`);
});
