/** Largest body of an operation that does not stream its body. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** No operation takes a body larger than this. */
export const LARGEST_BODY_BYTES = 100 * 1024 * 1024;

/** More faults than this help nobody, and would let a small body cause a large response. */
export const MAXIMUM_FAULTS = 100;
