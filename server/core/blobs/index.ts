export * from './encryption.ts';
export { FilesystemBlobStore } from './filesystem.ts';
export { S3BlobStore } from './s3.ts';
export * from './store.ts';
