export * from './encryption.ts';
export { FilesystemBlobStore } from './filesystem.ts';
export * from './store.ts';
