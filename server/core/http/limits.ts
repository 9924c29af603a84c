/**
 * Maximum body size of an operation that does not stream its body. Every text can have its full length, with each character as
 * an escaped surrogate pair of 12 bytes.
 */
export const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** Far above a record without long texts. How many longer bodies arrive at once is limited: see server/long-bodies.ts. */
export const SHORT_BODY_BYTES = 64 * 1024;

/** Levels of nested objects and lists in a body. */
export const MAXIMUM_DEPTH = 64;

/**
 * Maximum number of properties, objects, lists, and other entries of lists, at all levels, in a body that is not short. Many times what any
 * schema permits: the rest is for properties that nobody declared, which are ignored.
 */
export const MAXIMUM_PARTS = 20_000;

/** Maximum body size of a request for anything but an operation, which is read from anyone who sends it. */
export const OTHER_BODY_LIMIT_BYTES = 1024 * 1024;

/** Maximum body size of any operation. */
export const LARGEST_BODY_BYTES = 100 * 1024 * 1024;

/**
 * Maximum size of a body with a file of this size. Base64 adds a third. The rest leaves room for line breaks and slashes, which
 * JSON can escape, and for the other properties.
 */
export function bodyLimitOfUpload(maximumFileBytes: number): number {
  return 2 * maximumFileBytes;
}

/**
 * Maximum number of references that are looked up for a body. No schema permits more, so a body with more has a fault that says so.
 */
export const MAXIMUM_REFERENCES = MAXIMUM_PARTS / 10;

/** Maximum number of faults in a response. Without it, a small body could cause a large response. */
export const MAXIMUM_FAULTS = 100;

/** How long a connection without a request stays open, as the responses say in whole seconds. Node adds a second. */
export const KEEP_ALIVE_MS = 72_000;
