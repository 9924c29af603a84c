/** The permissions of a file for a message, such as "mode 0644". */
export function showMode(mode: number): string {
  return `mode ${(mode & 0o777).toString(8).padStart(4, '0')}`;
}
