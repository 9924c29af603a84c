import { closeSync, openSync } from 'node:fs';

/**
 * Whether this process has a controlling terminal, also if its input and output are files or pipes. Only then is SIGHUP the end of
 * the terminal. To services of the machine, it is sent by programs such as logrotate.
 */
export function hasTerminal(): boolean {
  // Windows has no such signal. Node raises it when the console window is closed.
  if (process.platform === 'win32') return true;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
