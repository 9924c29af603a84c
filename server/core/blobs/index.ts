export { createAfterCrash, type RepairableStore } from './create-after-crash.ts';
export { rewrapKey, SealedBlobs, type WrappingKeys } from './encryption.ts';
export { FilesystemBlobStore } from './filesystem.ts';
export { ObjectStoreError } from './object-store-error.ts';
export { claimStore, readInstallationId, releaseStore, requireOwnStore } from './ownership.ts';
export { S3BlobStore } from './s3.ts';
export {
  BlobDamagedError,
  BlobTooLargeError,
  type FinishedSealedBlob,
  type SealedBlob,
  toSealedBlob,
} from './sealed-blob.ts';
export { SEGMENT_BYTES } from './segments.ts';
export {
  BlobExistsError,
  BlobNotFoundError,
  type BlobStore,
  type ByteRange,
  StoreAwayError,
} from './store.ts';
export { StoredBlobCheck } from './stored-check.ts';
export { TracedBlobStore } from './traced.ts';
