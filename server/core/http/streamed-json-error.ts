import type { JsonFault } from './json-fault.ts';

/**
 * `sink` is the only code that is not the sender's fault: the sink for the decoded bytes failed, and its error is the
 * `cause`. `aborted` means that the source failed or the sender disconnected before the end.
 */
type StreamedJsonErrorCode = 'syntax' | 'tooLarge' | 'tooDeep' | 'aborted' | 'sink';

/** Which limit a `tooLarge` body exceeds. */
type StreamedJsonLimit = 'body' | 'skeleton' | 'spilledText' | 'spills' | 'parts';

/**
 * One string value that went to a sink instead of into memory. The parsed value contains an instance in place of the
 * string. JSON.parse cannot produce one, so a sender cannot forge `instanceof SpilledText`.
 */
export class SpilledText {
  /** For people and error lists, for example `documents[0].base64File`. Long keys are shortened. */
  readonly path: string;
  /** Position among all spilled strings of the body, in the order sent, from 0. */
  readonly index: number;
  /** Decoded bytes that the sink got. For an invalid text, those before the fault, which the sink dropped. */
  readonly bytes: number;
  readonly valid: boolean;
  /** Why the text is not Base64. Undefined when it is. */
  readonly reason: Base64Fault | undefined;
  /** What the sender's `data:` prefix claims, which nothing has verified. Undefined without a prefix. */
  readonly mediaType: string | undefined;
  /** What the sink's `end()` returned. Undefined when the text is invalid. */
  readonly result: unknown;

  constructor(fields: {
    path: string;
    index: number;
    bytes: number;
    reason: Base64Fault | undefined;
    mediaType: string | undefined;
    result: unknown;
  }) {
    this.path = fields.path;
    this.index = fields.index;
    this.bytes = fields.bytes;
    this.valid = fields.reason === undefined;
    this.reason = fields.reason;
    this.mediaType = fields.mediaType;
    this.result = fields.result;
  }

  /**
   * Serialized, the result would reveal the first bytes of the file and its key, and the file itself would be lost. A text
   * that an operation keeps as it was sent must not be at a place that is spilled.
   */
  toJSON(): never {
    throw new TypeError('A file of a body must not be serialized.');
  }
}

/**
 * `character`: outside the alphabet; `blank`: between two characters of a line; `padding`: wrong, or text follows it; `length`:
 * one character left over.
 */
export type Base64Fault = 'character' | 'blank' | 'padding' | 'length';

/**
 * `discarded` is true when the text is not part of the value: a later duplicate key replaced it, or the whole body was
 * rejected. The caller deletes what `text.result` names.
 */
export interface Spilled {
  text: SpilledText;
  discarded: boolean;
}

/**
 * The only error of the body reader. Its message contains nothing that the sender wrote, so it can be logged. `path`
 * can not: it contains property names of the body.
 */
export class StreamedJsonError extends Error {
  override readonly name = 'StreamedJsonError';
  readonly code: StreamedJsonErrorCode;
  readonly limit: StreamedJsonLimit | undefined;
  readonly path: string | undefined;
  /** Of a `syntax` error. Undefined within a spilled string, and if a string before it on its line has an unknown length. */
  fault: JsonFault | undefined;
  /** Texts whose sinks had ended before the failure. All are discarded: the caller deletes their results. */
  spilled: Spilled[] = [];

  constructor(
    code: StreamedJsonErrorCode,
    message: string,
    details: { limit?: StreamedJsonLimit; path?: string; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.limit = details.limit;
    this.path = details.path;
  }
}

export function throwSyntax(): never {
  throw new StreamedJsonError('syntax', 'The body is not well-formed JSON.');
}
