/** Maximum body size of an operation that does not stream its body. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** Maximum body size of any operation. */
export const LARGEST_BODY_BYTES = 100 * 1024 * 1024;

/**
 * Maximum size of a body with a file of this size. Base64 adds a third. The rest leaves room for line breaks and slashes, which
 * JSON can escape, and for the other properties.
 */
export function bodyLimitOfUpload(maximumFileBytes: number): number {
  return 2 * maximumFileBytes;
}

/** Maximum number of faults in a response. Without it, a small body could cause a large response. */
export const MAXIMUM_FAULTS = 100;

/** How long a connection without a request stays open, as the responses say in whole seconds. Node adds a second. */
export const KEEP_ALIVE_MS = 72_000;
