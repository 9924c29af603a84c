import {
  BlobDamagedError,
  BlobNotFoundError,
  type BlobStore,
  SEGMENT_BYTES,
  type SealedBlob,
  type SealedBlobs,
} from '../blobs/index.ts';
import { TAG_BYTES } from '../crypto/sealing.ts';
import { type FaultReason, isRefusedFile } from './faults.ts';

interface Stores {
  blobs: Pick<SealedBlobs, 'read'>;
  store: Pick<BlobStore, 'size'>;
}

/**
 * Reads the whole file, authenticates it, and compares its hash. Returns what is wrong with it. Rejects if the store as a whole
 * cannot be used.
 */
export async function findFault(
  { blobs, store }: Stores,
  tenantId: number,
  blob: SealedBlob,
  signal?: AbortSignal,
): Promise<FaultReason | undefined> {
  try {
    for await (const _ of blobs.read(blob, { tenantId })) signal?.throwIfAborted();
    return undefined;
  } catch (error) {
    if (error instanceof BlobNotFoundError) return 'missing';
    if (error instanceof BlobDamagedError) return toReason(error, store, blob);
    if (isRefusedFile(error)) return 'unreadable';
    throw error;
  }
}

async function toReason(
  { reason }: BlobDamagedError,
  store: Pick<BlobStore, 'size'>,
  { key, sizeBytes }: SealedBlob,
): Promise<FaultReason> {
  if (reason === 'masterKey' || reason === 'wrappedKey') return 'key';
  if (reason !== 'length') return 'altered';
  const sealedBytes = sizeBytes + TAG_BYTES * Math.max(1, Math.ceil(sizeBytes / SEGMENT_BYTES));
  return ((await store.size(key)) ?? 0) < sealedBytes ? 'tooShort' : 'tooLong';
}
