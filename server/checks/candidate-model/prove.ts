import fc from 'fast-check';
import type { TestService } from '../../testing/harness.ts';
import { shortOrLong } from '../../testing/long.ts';
import type { Real } from './call.ts';
import { commands } from './commands.ts';
import { compare } from './compare.ts';
import type { Model } from './model.ts';

const CALLS_BETWEEN = shortOrLong(20, 10);

interface ProofOptions {
  runs: number;
  /** Maximum number of calls in a run. */
  calls: number;
  seed?: number;
}

/**
 * Runs random sequences of candidate operations against the service and a model in memory. Compares details, list, export,
 * windows and feed after every twentieth call, in the long form after every tenth, and at the end. Every sequence has a separate tenant. A failure names the seed
 * and the shortest failing sequence found.
 */
export async function proveCandidates(service: TestService, options: ProofOptions): Promise<void> {
  const at = '2026-09-01T08:00:00.000Z';
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: options.calls, size: 'max' }), async (sequence) => {
      await service.clock.set(at);
      const tenant = await service.createTenant();
      const [user] = await service.sql<{ id: number }>(
        `INSERT INTO user_account (tenant_id, email, email_match) VALUES ($1, 'r@example.org', 'r@example.org') RETURNING id`,
        [tenant.id],
        tenant.id,
      );
      const real: Real = { service, tenant, recruiterId: user!.id };
      const model: Model = { candidates: new Map(), erased: new Set() };
      let count = 0;
      const hour = `${at.slice(0, 10)}/${Number(at.slice(11, 13))}`;
      const watched = {
        *[Symbol.iterator]() {
          for (const command of sequence as Iterable<fc.AsyncCommand<Model, Real>>) {
            yield {
              check: (m: Model) => command.check(m),
              toString: () => command.toString(),
              async run(m: Model, r: Real) {
                await command.run(m, r);
                if (++count % CALLS_BETWEEN === 0) await compare(m, r, hour);
              },
            };
          }
        },
      };
      await fc.asyncModelRun(() => ({ model, real }), watched as Iterable<fc.AsyncCommand<Model, Real>>);
      await compare(model, real, hour);
    }),
    { numRuns: options.runs, seed: options.seed, endOnFailure: options.runs > 50 },
  );
}
