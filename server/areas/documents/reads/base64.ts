const GROUP_BYTES = 3;

/** Characters of that many bytes in Base64, padding included. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / GROUP_BYTES) * 4;
}

/** The pieces as one Base64 text. Holds one piece at a time: up to two bytes wait for the next to fill a group of three. */
export async function* toBase64(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const filling = rest.length === 0 ? 0 : Math.min(GROUP_BYTES - rest.length, bytes.length);
    const group = Buffer.concat([rest, bytes.subarray(0, filling)]);
    if (group.length % GROUP_BYTES !== 0) {
      rest = group;
      continue;
    }
    const end = bytes.length - ((bytes.length - filling) % GROUP_BYTES);
    // A copy: the piece itself need not stay in memory for two bytes of it.
    rest = Buffer.from(bytes.subarray(end));
    yield group.toString('base64') + bytes.toString('base64', filling, end);
  }
  if (rest.length > 0) yield rest.toString('base64');
}
