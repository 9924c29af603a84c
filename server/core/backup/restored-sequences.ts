import type pg from 'pg';
import type { SequenceState } from './format.ts';

/** Sequences of this name assign the ids of records. The others order changes, which begin a generation of their own. */
const ID_SEQUENCE = /_id_seq"?$/;

// Ids that are not assigned, so that those from after the backup stay unassigned. Other systems may still have them, and would
// write to the records of other people. The ids of records are 32-bit integers.
const RECORD_GAP = 1_000_000n;
/** Identity columns are those of tenants and clients: few, and the clients of each server have a range of 20 million ids. */
const IDENTITY_GAP = 1000n;
/** A gap takes at most this part of the ids that are left, so that no number of restores uses them up. */
const LARGEST_PART = 100n;

/** Continues the sequences of a backup after a gap. Unlike setval(), this is rolled back with the transaction. */
export async function restartSequences(
  client: pg.ClientBase,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name, next } of sequences) {
    const { rows } = await client.query<{ maximum: string; isIdentity: boolean }>(
      `SELECT seqmax::text AS maximum,
              EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = seqrelid AND deptype = 'i') AS "isIdentity"
         FROM pg_sequence WHERE seqrelid = $1::regclass`,
      [`public.${name}`],
    );
    const { maximum, isIdentity } = rows[0]!;
    const gap = ID_SEQUENCE.test(name)
      ? toGap(BigInt(next), BigInt(maximum), isIdentity ? IDENTITY_GAP : RECORD_GAP)
      : 0n;
    await client.query(`ALTER SEQUENCE public.${name} RESTART WITH ${BigInt(next) + gap}`);
  }
}

function toGap(next: bigint, maximum: bigint, usual: bigint): bigint {
  const largest = (maximum - next) / LARGEST_PART;
  return largest < usual ? (largest > 0n ? largest : 0n) : usual;
}
