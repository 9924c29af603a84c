export { toStoredFileName } from '../../core/files/stored-file-name.ts';
