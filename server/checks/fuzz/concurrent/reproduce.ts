import { writeFile } from 'node:fs/promises';
import { Client } from './client.ts';
import { CREATED_TABLES } from './creations.ts';
import { faultsOf } from './oracle.ts';
import { type Answer, referencesOf, type SentRequest } from './planned.ts';
import type { Failure } from './storm.ts';
import type { World } from './world.ts';

// Finds a short sequence of requests that fails like a request of a run, and writes it to a file that --replay reads.

/** Each attempt sends a whole sequence. */
const MAXIMUM_ATTEMPTS = 80;
const LONGEST_TEXT = 600;

export interface Sequence {
  seed: number;
  faults: string[];
  /** Whether the requests, sent one after the other, have failed again. If not, the failure depends on concurrency. */
  isReproduced: boolean;
  requests: SentRequest[];
}

/** Sends the requests one after the other, and returns the faults of the last one. */
export async function replay(
  world: World,
  requests: readonly SentRequest[],
  onAnswer?: (request: SentRequest, answer: Answer) => void,
): Promise<string[]> {
  const client = new Client(world, 1);
  let faults: string[] = [];
  for (const request of requests) {
    const answer = await client.send(request);
    onAnswer?.(request, answer);
    faults = faultsOf(world, request, answer);
    const table = request.operation === undefined ? undefined : CREATED_TABLES[request.operation];
    if (table !== undefined && answer.status === 200)
      client.ids.set(request.number, String(JSON.parse(answer.body.toString('utf8')).id));
  }
  await client.close();
  return faults;
}

/** Shortens the sequence before a failure as far as the last request still fails. */
export async function minimize(world: World, seed: number, failure: Failure): Promise<Sequence> {
  const { request, before, faults } = failure;
  let attempts = 0;
  const fails = async (requests: SentRequest[]): Promise<boolean> => {
    attempts += 1;
    const again = await replay(world, [...requests, request]);
    return again.length > 0 && sameKind(again) === sameKind(faults);
  };
  const needed = makersOf(request, before);
  if (await fails(needed)) return { seed, faults, isReproduced: true, requests: [...needed, request] };
  if (!(await fails(before))) return { seed, faults, isReproduced: false, requests: [...before, request] };
  let kept = before;
  for (
    let size = Math.ceil(kept.length / 2);
    size >= 1 && attempts < MAXIMUM_ATTEMPTS;
    size = Math.floor(size / 2)
  )
    for (let at = kept.length; at > 0 && attempts < MAXIMUM_ATTEMPTS; at -= size) {
      const shorter = [...kept.slice(0, Math.max(at - size, 0)), ...kept.slice(at)];
      if (await fails(shorter)) kept = shorter;
    }
  return { seed, faults, isReproduced: true, requests: [...kept, request] };
}

export async function saveSequence(path: string, sequence: Sequence): Promise<void> {
  await writeFile(path, `${JSON.stringify(sequence, null, 2)}\n`);
}

/** What failed, in a few lines. */
export function describeFailure({ faults, request, answer }: Failure): string {
  const { sender, method, path, headers, body = '' } = request;
  return [
    `${request.operation ?? request.surface}: ${faults.join('; ')}`,
    `  request ${request.number}, by ${sender}: ${method} ${path} ${JSON.stringify(headers).slice(0, LONGEST_TEXT)}`,
    `  ${body.slice(0, LONGEST_TEXT)}`,
    `  → ${answer.status} ${answer.body.toString('utf8').slice(0, LONGEST_TEXT)}`,
  ].join('\n');
}

function makersOf(request: SentRequest, before: readonly SentRequest[]): SentRequest[] {
  const numbers = new Set<number>();
  const visit = (one: SentRequest): void => {
    for (const number of referencesOf(one)) {
      const maker = before.find((candidate) => candidate.number === number);
      if (maker === undefined || numbers.has(number)) continue;
      visit(maker);
      numbers.add(number);
    }
  };
  visit(request);
  return before.filter(({ number }) => numbers.has(number));
}

function sameKind(faults: readonly string[]): string {
  return faults.join().replaceAll(/\d+/g, '#').slice(0, 80);
}
