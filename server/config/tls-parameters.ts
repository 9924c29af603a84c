import { accessSync, constants } from 'node:fs';

// The TLS parameters of a database URL.

const MODES = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];
/** Modes of libpq, which tries a connection with TLS and one without. */
const EITHER_WAY = ['prefer', 'allow'];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * Checks the parameters and returns the URL with an explicit mode. Throws an Error whose message completes "DATABASE_URL …".
 *
 * pg checks the certificate and the host with "require" and "verify-ca" too, and warns on standard error that it will not do so in
 * its next version. A mode that says what it does keeps that check without the warning.
 */
export function withExplicitTls(url: string): string {
  if (!url.includes('?')) return url;
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  // pg takes the last one, and readers of the URL can take another one.
  const names = [...parameters.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`must not have the parameter ${repeated} twice. Remove one`);
  for (const name of FILES) {
    const path = parameters.get(name);
    if (path === null) continue;
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(
        `names the file ${path} as ${name}, which cannot be read (${code}). Correct the path, or the owner and mode of the file`,
      );
    }
  }
  const mode = parameters.get('sslmode');
  // Then pg does what libpq does.
  if (mode === null || parameters.get('uselibpqcompat') === 'true') return url;
  const isEitherWay = EITHER_WAY.includes(mode);
  if (!MODES.includes(mode))
    throw new Error(
      `has an ${isEitherWay ? 'unsupported' : 'unknown'} sslmode. It must be one of: ${MODES.join(', ')}${isEitherWay ? '. With prefer or allow, libpq also connects without TLS, which Stellwerk never does' : ''}`,
    );
  return url.replace(/([?&]sslmode=)(?:require|verify-ca)(?=&|$)/, '$1verify-full');
}
