import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { LARGEST_BODY_BYTES } from '../core/http/limits.ts';
import {
  readStreamedJson,
  type SpillSink,
  StreamedJsonError,
  type StreamedJsonOptions,
} from '../core/http/streamed-json.ts';
import { ANY_INDEX } from '../core/http/streamed-json-path.ts';

/** Keeps what it is given and counts, so that tests can ask what became of every value. */
export class RecordingSinks {
  readonly opened: string[] = [];
  readonly ended: string[] = [];
  readonly aborted: string[] = [];
  bytes = 0;
  concurrentWrites = 0;
  largestChunk = 0;

  open = async (path: string): Promise<SpillSink> => {
    this.opened.push(path);
    const hash = createHash('sha256');
    let pending = 0;
    return {
      write: async (chunk) => {
        pending += 1;
        this.concurrentWrites = Math.max(this.concurrentWrites, pending);
        this.largestChunk = Math.max(this.largestChunk, chunk.length);
        this.bytes += chunk.length;
        hash.update(chunk);
        await new Promise((resolve) => setImmediate(resolve));
        pending -= 1;
      },
      end: async () => {
        this.ended.push(path);
        return hash.digest('hex');
      },
      abort: async () => void this.aborted.push(path),
    };
  };
}

type Body = string | AsyncIterable<Uint8Array>;

export function read(body: Body, sinks = new RecordingSinks(), options: Partial<StreamedJsonOptions> = {}) {
  return readStreamedJson(typeof body === 'string' ? toSource([Buffer.from(body)]) : body, {
    spill: [['base64File'], [ANY_INDEX, 'base64File'], ['documents', ANY_INDEX, 'base64File']],
    openSink: sinks.open,
    maximumBodyBytes: LARGEST_BODY_BYTES,
    maximumSkeletonBytes: 1024 * 1024,
    maximumSpilledBytes: LARGEST_BODY_BYTES,
    maximumSpills: 10,
    maximumDepth: 64,
    ...options,
  });
}

export async function* toSource(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

export async function rejectionOf(
  body: Body,
  sinks?: RecordingSinks,
  options?: Partial<StreamedJsonOptions>,
) {
  try {
    await read(body, sinks, options);
  } catch (error) {
    assert.ok(error instanceof StreamedJsonError, String(error));
    return error;
  }
  assert.fail('the body was accepted');
}
