export { createAfterCrash, type RepairableStore } from './create-after-crash.ts';
export * from './encryption.ts';
export { FilesystemBlobStore } from './filesystem.ts';
export { ObjectStoreError } from './object-store-error.ts';
export {
  claimStore,
  readInstallationId,
  releaseStore,
  requireOwnStore,
  StoreOwnershipError,
} from './ownership.ts';
export { S3BlobStore } from './s3.ts';
export * from './sealed-blob.ts';
export { SEGMENT_BYTES } from './segments.ts';
export * from './store.ts';
export { StoredBlobCheck } from './stored-check.ts';
export { TracedBlobStore } from './traced.ts';
