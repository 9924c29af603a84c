import { crc32 } from 'node:zlib';
import { invalid } from '../../core/http/index.ts';

/** A position in the feed. The reader has seen all changes up to and including it. */
export interface Position {
  generation: number;
  transactionId: bigint;
  sequence: bigint;
  /**
   * pg_snapshot of a full export. Changes of transactions that it includes are already in the export, so the feed skips
   * them. Transactions do not commit in the order of their ids, so the id alone cannot decide this.
   */
  snapshot?: string;
}

export const FEED_START: Position = { generation: 0, transactionId: 0n, sequence: 0n };

const PARTS_PATTERN = /^(\d{1,10})\.(\d{1,19})\.(\d{1,19})(?:\.(\d+:\d+:[\d,]*))?$/;
// Integrators have stored cursors of the first three forms, so they stay valid. Another number begins each form, so that a cursor without
// its checksum is never one of the first form. Nor is one without its beginning: the letter before the checksum makes it no number. In
// the third form, one checksum in 43 had digits only, and a cursor cut off before a final 1 of its generation was of the first form.
const FIRST_FORM = '1.';
const SECOND_FORM = '2.';
const THIRD_FORM = '3.';
const FOURTH_FORM = '4.';

export function formatCursor(
  tenantId: number,
  { generation, transactionId, sequence, snapshot }: Position,
): string {
  return toCursor(
    tenantId,
    `${generation}.${transactionId}.${sequence}${snapshot === undefined ? '' : `.${snapshot}`}`,
  );
}

/**
 * The cursor of the parts of a position, joined by dots. Its checksum finds the loss of characters: a cursor that was cut off while
 * it was copied or stored would be another position, from which the feed sends old changes again or leaves some out. So would that of
 * another tenant, whose log can be of the same generation: the checksum is of both.
 */
export function toCursor(tenantId: number, parts: string): string {
  return encode(FOURTH_FORM, parts, `x${checksumOf(`${tenantId}.${parts}`)}`);
}

function encode(form: string, parts: string, checksum: string): string {
  return Buffer.from(`${form}${parts}.${checksum}`, 'latin1').toString('base64url');
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** The parts that a cursor was made of. Undefined if it is not unchanged, or of another tenant. */
function readParts(tenantId: number, cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (text.startsWith(FIRST_FORM)) return text.slice(FIRST_FORM.length);
  const parts = text.slice(FOURTH_FORM.length, text.lastIndexOf('.'));
  const unchanged = [
    encode(SECOND_FORM, parts, checksumOf(parts)),
    encode(THIRD_FORM, parts, checksumOf(`${tenantId}.${parts}`)),
    toCursor(tenantId, parts),
  ];
  return unchanged.includes(cursor) ? parts : undefined;
}

/**
 * Throws a 400 if the text is not a cursor of this service and tenant. `source` says where a caller has it from, `property` how it is
 * sent.
 */
export function parseCursor(
  tenantId: number,
  cursor: string,
  source = 'nextCursor of this operation or Stream-Position of a full export',
  property = 'cursor',
): Position {
  const match = PARTS_PATTERN.exec(readParts(tenantId, cursor) ?? '');
  const [, generation, transactionId, sequence, snapshot] = match ?? [];
  const position =
    match === null
      ? undefined
      : {
          generation: Number(generation),
          transactionId: BigInt(transactionId!),
          sequence: BigInt(sequence!),
          snapshot,
        };
  const isValid =
    position !== undefined &&
    position.generation <= 2_147_483_647 &&
    position.transactionId < 2n ** 63n &&
    position.sequence < 2n ** 63n &&
    (snapshot === undefined || isSnapshot(snapshot));
  if (!isValid) {
    throw invalid({
      property,
      code: 'format',
      message: `${property} must be an unchanged ${source}, of the same tenant.`,
    });
  }
  return position;
}

/**
 * Whether the reader has seen changes that a backup does not contain. `snapshot` is the pg_snapshot of the backup. If the
 * position is from a full export, its snapshot is compared with that of the backup, because the export can include
 * transactions that the backup does not.
 */
export function isBeyondBackup(position: Position, snapshot: string): boolean {
  const backup = parseSnapshot(snapshot);
  if (position.transactionId > backup.minimum) return true;
  if (position.transactionId === backup.minimum && position.sequence > 0n) return true;
  if (position.snapshot === undefined) return false;
  const own = parseSnapshot(position.snapshot);
  return (
    own.maximum > backup.maximum || backup.running.some((id) => id < own.maximum && !own.running.includes(id))
  );
}

function parseSnapshot(snapshot: string): { minimum: bigint; maximum: bigint; running: bigint[] } {
  const [minimum, maximum, running] = snapshot.split(':');
  return {
    minimum: BigInt(minimum!),
    maximum: BigInt(maximum!),
    running: running === '' ? [] : running!.split(',').map(BigInt),
  };
}

// PostgreSQL rejects a snapshot whose parts are out of order. Without this check, that would be a 500.
function isSnapshot(text: string): boolean {
  const [minimum, maximum, running] = text.split(':');
  if ([minimum, maximum].some((part) => part!.length > 18)) return false;
  const ids = running === '' ? [] : running!.split(',');
  if (ids.some((part) => part === '' || part.length > 18)) return false;
  const sorted = ids.map(BigInt);
  return (
    BigInt(minimum!) >= 1n &&
    BigInt(minimum!) <= BigInt(maximum!) &&
    sorted.every(
      (current, index) =>
        current >= BigInt(minimum!) &&
        current < BigInt(maximum!) &&
        (index === 0 || current > sorted[index - 1]!),
    )
  );
}
