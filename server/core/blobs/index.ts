export * from './encryption.ts';
export { FilesystemBlobStore } from './filesystem.ts';
export { S3BlobStore } from './s3.ts';
export { parseS3Url } from './s3-location.ts';
export * from './store.ts';
