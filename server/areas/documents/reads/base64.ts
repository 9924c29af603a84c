const GROUP_BYTES = 3;

/** Number of Base64 characters for this many bytes, including padding. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / GROUP_BYTES) * 4;
}

/** Encodes pieces as one Base64 text. Holds one piece at a time: up to two bytes wait to complete a group of three. */
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
    // A copy, so that two bytes do not keep the whole piece in memory.
    rest = Buffer.from(bytes.subarray(end));
    yield group.toString('base64') + bytes.toString('base64', filling, end);
  }
  if (rest.length > 0) yield rest.toString('base64');
}
