import assert from 'node:assert/strict';
import type fc from 'fast-check';
import type { ApiResponse, TestService, TestTenant } from '../../testing/harness.ts';
import type { Model, ModelCandidate } from './model.ts';

export interface Real {
  service: TestService;
  tenant: TestTenant;
  recruiterId: number;
}

export type Command = fc.AsyncCommand<Model, Real>;

/** Picks a candidate by a number that is independent of the model, so that sequences can shrink. undefined: an unknown id. */
export function pick(model: Model, choice: number): ModelCandidate | undefined {
  // Only the newest three: a sequence spread over many candidates would change none of them twice.
  const all = [...model.candidates.values()].slice(-3);
  return choice % 9 === 8 ? undefined : all[choice % Math.max(1, all.length)];
}

interface Outcome {
  status: number;
  /** Whether the call modifies the candidate. */
  modifies: boolean;
  apply?(response: ApiResponse): void;
}

/** A call for one candidate. The expected status and changes follow from the model alone. */
export function call(
  name: string,
  choice: number,
  send: (real: Real, id: number) => Promise<ApiResponse>,
  expected: (candidate: ModelCandidate) => Outcome,
): Command {
  return {
    check: () => true,
    toString: () => `${name} #${choice}`,
    async run(model, real) {
      const candidate = pick(model, choice);
      const answer = await send(real, candidate?.id ?? 2_000_000_000);
      if (candidate === undefined) {
        assert.equal(answer.status, 404, `${name} of an unknown candidate: ${answer.text}`);
        return;
      }
      const outcome = expected(candidate);
      assert.equal(answer.status, outcome.status, `${name}: ${answer.text}`);
      outcome.apply?.(answer);
      if (outcome.modifies) candidate.modifications++;
    },
  };
}

/** A POST that adds an entry under a key, and is refused the second time. */
export function addOnce<V>(
  name: string,
  at: number,
  path: string,
  body: object,
  key: number,
  value: V,
  of: (candidate: ModelCandidate) => Map<number, V>,
): Command {
  return call(
    name,
    at,
    ({ tenant }, candidateId) => tenant.api.post(`/candidates/${candidateId}/${path}`, body),
    (candidate) => {
      if (of(candidate).has(key)) return { status: 400, modifies: false };
      return {
        status: 200,
        modifies: true,
        apply(answer) {
          assert.equal((answer.body as { id: number }).id, key);
          of(candidate).set(key, value);
        },
      };
    },
  );
}

export function remove(
  name: string,
  at: number,
  path: string,
  key: number,
  of: (candidate: ModelCandidate) => Map<number, unknown>,
): Command {
  return call(
    name,
    at,
    ({ tenant }, candidateId) => tenant.api.delete(`/candidates/${candidateId}/${path}/${key}`),
    (candidate) => {
      const existed = of(candidate).delete(key);
      return { status: existed ? 204 : 404, modifies: existed };
    },
  );
}

/** A POST that adds an entry every time. */
export function append(
  name: string,
  at: number,
  path: string,
  body: object,
  apply: (candidate: ModelCandidate) => void,
): Command {
  return call(
    name,
    at,
    ({ tenant }, candidateId) => tenant.api.post(`/candidates/${candidateId}/${path}`, body),
    (candidate) => ({ status: 200, modifies: true, apply: () => apply(candidate) }),
  );
}
