/**
 * Frees the memory of bytes that nobody uses any more. Otherwise it stays until garbage is collected, and V8 collects all of it,
 * also that of long-lived objects, each time that some 50 MiB of such memory have been used. Does nothing if the bytes share their
 * memory with others.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0);
}
