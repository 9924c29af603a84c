import { invalid } from '../../core/http/index.ts';

/** A place in the feed: everything at or before it has been read. */
export interface Position {
  generation: number;
  transactionId: bigint;
  sequence: bigint;
  /**
   * pg_snapshot of a full export. Changes of transactions it shows are in the export already and are passed over,
   * so that the feed goes on without overlap although transactions do not end in the order of their ids.
   */
  snapshot?: string;
}

export const FEED_START: Position = { generation: 0, transactionId: 0n, sequence: 0n };

const FORM = /^1\.(\d{1,10})\.(\d{1,19})\.(\d{1,19})(?:\.(\d+:\d+:[\d,]*))?$/;

export function formatCursor({ generation, transactionId, sequence, snapshot }: Position): string {
  const text = `1.${generation}.${transactionId}.${sequence}${snapshot === undefined ? '' : `.${snapshot}`}`;
  return Buffer.from(text).toString('base64url');
}

/** 400 when the text is not a cursor that this service wrote. */
export function parseCursor(cursor: string): Position {
  const match = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
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
  const fits =
    position !== undefined &&
    position.generation <= 2_147_483_647 &&
    position.transactionId < 2n ** 63n &&
    position.sequence < 2n ** 63n &&
    (snapshot === undefined || isSnapshot(snapshot));
  if (!fits) {
    throw invalid({
      property: 'cursor',
      code: 'format',
      message:
        'cursor must be a nextCursor of this operation or a Stream-Position of the full export, unchanged.',
    });
  }
  return position;
}

/**
 * Whether the cursor has passed changes that a backup had not seen. `snapshot` is the one the backup was read in, as
 * is `position.snapshot` for a full export: what one of them shows of the transactions that the other does not decides.
 */
export function isBeyondBackup(position: Position, snapshot: string): boolean {
  const backup = partsOf(snapshot);
  if (position.transactionId > backup.minimum) return true;
  if (position.transactionId === backup.minimum && position.sequence > 0n) return true;
  if (position.snapshot === undefined) return false;
  const own = partsOf(position.snapshot);
  return (
    own.maximum > backup.maximum || backup.running.some((id) => id < own.maximum && !own.running.includes(id))
  );
}

function partsOf(snapshot: string): { minimum: bigint; maximum: bigint; running: bigint[] } {
  const [minimum, maximum, running] = snapshot.split(':');
  return {
    minimum: BigInt(minimum!),
    maximum: BigInt(maximum!),
    running: running === '' ? [] : running!.split(',').map(BigInt),
  };
}

// PostgreSQL refuses a snapshot whose parts are out of order; that would be an error of its own.
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
