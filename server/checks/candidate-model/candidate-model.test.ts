import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { proveCandidates } from './prove.ts';

// A short run. A long one: CANDIDATE_MODEL_RUNS=1000 npm test -- server/checks/candidate-model/*.test.ts
const runs = Number(process.env.CANDIDATE_MODEL_RUNS ?? 50);
const service = await startTestService();

test('after random sequences of candidate operations the service shows what the model predicts', async () => {
  await proveCandidates(service, { runs, calls: 80 });
});
