import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { proveCandidates } from './prove.ts';

// The short form. The long one: CANDIDATE_MODEL_RUNS=1000 npm test -- server/checks/candidate-model/*.test.ts
const runs = Number(process.env.CANDIDATE_MODEL_RUNS ?? 50);
const service = await startTestService();

test('random sequences of all candidate operations agree with a model in everything the service shows', async () => {
  await proveCandidates(service, { runs, calls: 80 });
});
