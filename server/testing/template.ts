// Every test file loads this. It does not import what creates the template, which loads for a tenth of a second.

export const TEMPLATE = 'stellwerk_template';
export const TEST_ROLE = 'stellwerk_test';
export const TEST_MASTER_KEY = Buffer.alloc(32, 7);

/**
 * Copies the template's files. By default, PostgreSQL writes each of their pages to the write-ahead log and takes twice as much
 * CPU time.
 */
export function copyOfTemplate(name: string): string {
  return `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY OWNER ${TEST_ROLE}`;
}

/** The URL of another database on the same server, with the role that tests use. */
export function databaseUrl(
  adminUrl: string,
  name: string,
  role: { user: string; password: string } | null = { user: TEST_ROLE, password: 'test' },
): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  if (role !== null) {
    url.username = role.user;
    url.password = role.password;
  }
  return url.href;
}
