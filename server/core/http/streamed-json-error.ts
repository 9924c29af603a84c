/**
 * `sink` is the one code that is not the sender's doing: the place the decoded bytes go to failed, and its
 * own error is the `cause`. `aborted` means the source failed or the sender went away before the end.
 */
export type StreamedJsonErrorCode = 'syntax' | 'tooLarge' | 'tooDeep' | 'aborted' | 'sink';

/** Which bound a `tooLarge` body broke. */
export type StreamedJsonLimit = 'body' | 'skeleton' | 'spilledText' | 'spills';

/**
 * One string value that went to a sink instead of into memory. Instances stand in the parsed value in place
 * of the string; JSON.parse cannot produce them, so `instanceof SpilledText` cannot be forged by the sender.
 */
export class SpilledText {
  /** For people and fault lists, for example `documents[0].base64File`; long keys are shortened. */
  readonly path: string;
  /** Position among all spilled strings of the body, in the order sent, from 0. */
  readonly index: number;
  /** Decoded bytes handed to the sink; for an invalid text those before the fault, which the sink dropped. */
  readonly bytes: number;
  readonly valid: boolean;
  /** Why the text is not Base64; undefined when it is. */
  readonly reason: Base64Fault | undefined;
  /** What the sender's `data:` prefix claimed, undefined without a prefix. A claim, not a finding. */
  readonly mediaType: string | undefined;
  /** What the sink's `end()` answered; undefined when the text is invalid. */
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
}

/** `character`: outside the alphabet; `padding`: wrong or followed by more; `length`: one character left over. */
export type Base64Fault = 'character' | 'padding' | 'length';

/**
 * `discarded` is true when the text is not part of the value, because a later duplicate key replaced it or
 * because the whole body was refused. The caller deletes what `text.result` names.
 */
export interface Spilled {
  text: SpilledText;
  discarded: boolean;
}

/**
 * The one error of the body reader. Its message never contains anything the sender wrote, so it can be logged;
 * `path` is the exception and holds property names of the body.
 */
export class StreamedJsonError extends Error {
  override readonly name = 'StreamedJsonError';
  readonly code: StreamedJsonErrorCode;
  readonly limit: StreamedJsonLimit | undefined;
  readonly path: string | undefined;
  /** Texts whose sinks had ended before the failure, all discarded: the caller deletes their results. */
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
