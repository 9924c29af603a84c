import fc from 'fast-check';
import type { GeneratedRequest } from '../generated-request.ts';
import { exampleRequest, soundAndBroken } from '../requests.ts';
import type { Random } from './random.ts';
import type { ServedOperation } from './world.ts';

// Generating a request costs more than answering it. Each operation therefore has a few generated requests, which are sent
// several times with other ids and headers, and then replaced.

// The first ones of an operation are few, because a short run sends each operation only a few times.
const FIRST_SAMPLES = 2;
const SAMPLES = 12;
const USES_OF_A_SAMPLE = 12;

interface Samples {
  list: GeneratedRequest[];
  usesLeft: number;
}

export class Corpus {
  readonly #samples = new Map<string, Samples>();

  example(operation: ServedOperation, random: Random): GeneratedRequest {
    const examples = operation.body?.examples ?? [];
    return exampleRequest(
      operation.reader,
      operation,
      examples.length > 0 ? random.pick(examples) : undefined,
    );
  }

  sound(operation: ServedOperation, random: Random): GeneratedRequest {
    return this.#draw('sound', operation, random);
  }

  broken(operation: ServedOperation, random: Random): GeneratedRequest {
    return this.#draw('broken', operation, random);
  }

  #draw(kind: 'sound' | 'broken', operation: ServedOperation, random: Random): GeneratedRequest {
    const name = `${kind} ${operation.key}`;
    let samples = this.#samples.get(name);
    if (samples === undefined || samples.usesLeft === 0) {
      const arbitrary = soundAndBroken(operation.reader, operation)[kind];
      const numRuns = samples === undefined ? FIRST_SAMPLES : SAMPLES;
      const list = fc.sample(arbitrary, { seed: random.below(2 ** 31), numRuns });
      samples = { list, usesLeft: samples === undefined ? FIRST_SAMPLES * 3 : SAMPLES * USES_OF_A_SAMPLE };
      this.#samples.set(name, samples);
    }
    samples.usesLeft -= 1;
    return random.pick(samples.list);
  }
}
