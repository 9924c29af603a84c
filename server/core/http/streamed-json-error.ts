/**
 * `sink` is the only code that the sender does not cause: storing the decoded bytes failed, and the error of the sink is the
 * `cause`. `aborted` means that the source failed or the sender disconnected before the end.
 */
export type StreamedJsonErrorCode = 'syntax' | 'tooLarge' | 'tooDeep' | 'aborted' | 'sink';

/** The limit that a `tooLarge` body exceeds. */
export type StreamedJsonLimit = 'body' | 'skeleton' | 'spilledText' | 'spills';

/**
 * A string value that was written to a sink instead of memory. An instance replaces the string in the parsed value. JSON.parse
 * cannot produce one, so a sender cannot forge it.
 */
export class SpilledText {
  /** A path for messages, such as `documents[0].base64File`. Long keys are shortened. */
  readonly path: string;
  /** Zero-based position among all spilled strings of the body, in the order sent. */
  readonly index: number;
  /**
   * Number of decoded bytes that the sink received. For invalid Base64, the bytes before the fault, which the sink dropped.
   */
  readonly bytes: number;
  readonly valid: boolean;
  /** Why the text is invalid. Undefined if it is valid Base64. */
  readonly reason: Base64Fault | undefined;
  /** The media type in the sender's `data:` prefix, unverified. Undefined if there is no prefix. */
  readonly mediaType: string | undefined;
  /** The value that the sink's `end()` returned. Undefined if the text is invalid. */
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

/** `character`: outside the alphabet. `padding`: wrong, or followed by more text. `length`: one character is left over. */
export type Base64Fault = 'character' | 'padding' | 'length';

/**
 * `discarded` is true if the text is not part of the value, because a later duplicate key replaced it or the entire body was
 * rejected. The caller must then delete the file that `text.result` identifies.
 */
export interface Spilled {
  text: SpilledText;
  discarded: boolean;
}

/**
 * The only error of the body reader. Its message never contains input, so it can be logged. Do not log `path`: it contains
 * property names of the body.
 */
export class StreamedJsonError extends Error {
  override readonly name = 'StreamedJsonError';
  readonly code: StreamedJsonErrorCode;
  readonly limit: StreamedJsonLimit | undefined;
  readonly path: string | undefined;
  /** Texts whose sinks had ended before the failure. All are discarded, and the caller must delete their results. */
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
