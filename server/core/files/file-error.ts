import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A path, what it is for, and the setting that names it. */
export interface FileUse {
  path: string;
  /** Completes "DATA_DIR: … /srv/data". */
  what: string;
  setting: string;
  /** What to do instead, as the end of a sentence. By default, to set the setting to another place. */
  wayOut?: string;
}

/** The system refuses a file. The message is one line for the operator: the setting, the rule, and the way out. */
export class FileAccessError extends Error {
  override readonly name = 'FileAccessError';
  readonly code: string;
  constructor(message: string, code: string, options: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const FULL = 'The disk is full. Make space';
const NO_PATH =
  'Part of the path does not exist, is a file, or is a link that leads nowhere. Correct the path';
/** Codes of a disk that fails, or of a file server that is away. */
const FAILING = ['EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT'];
const FAILED = 'Its disk or file server fails. Check the disk and its mount';
const REASONS: Record<string, (path: string) => string> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: () => 'The file system is read-only. Mount it writable',
  ENOSPC: () => FULL,
  EDQUOT: () => FULL,
  ENOENT: () => NO_PATH,
  ENOTDIR: () => NO_PATH,
  EEXIST: () => NO_PATH,
  ELOOP: () => NO_PATH,
  EISDIR: () => 'It is a directory. Move it away',
  ...Object.fromEntries(FAILING.map((code) => [code, () => FAILED])),
};

/** Calls that are not about files. */
const OTHER_CALLS = /^(?:spawn|connect|listen|bind|getaddrinfo|kill)/;

function forbidden(path: string): string {
  const uid = process.getuid?.();
  const user = uid === undefined ? 'This user' : `This user (uid ${uid})`;
  return `${user} has no permission for ${path}. Change its owner or mode`;
}

/** Whether a disk fails, or a file server is away. */
export function isFailingDisk({ code = '' }: NodeJS.ErrnoException): boolean {
  return FAILING.includes(code);
}

/**
 * Explains an error of the system for a path, for what is in it, or for a directory above it. Returns other errors unchanged,
 * because a file elsewhere is not that of the setting.
 */
export function explainFileError(error: unknown, { path, what, setting, wayOut }: FileUse): unknown {
  if (!(error instanceof Error) || error instanceof FileAccessError) return error;
  const { code, syscall, path: refused = path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || OTHER_CALLS.test(syscall)) return error;
  const reason = REASONS[code]?.(refused);
  if (reason === undefined || !(isWithin(path, refused) || isWithin(refused, path))) return error;
  return new FileAccessError(
    `${setting}: ${what} ${path} cannot be used (${code}). ${reason}, or ${wayOut ?? `set ${setting} to another place`}.`,
    code,
    { cause: error },
  );
}

/** Whether a path is the directory, or in it. */
export function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, resolve(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
