import { createServer } from 'node:net';
import type { Settings } from '../config.ts';
import { CommandError } from './command.ts';

/**
 * Whether the port can be had, asked before anything else is started; for port 0 the free one that the processes are
 * to share. Between this and their listening another program may take it: they report that themselves.
 */
export async function probePort({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(toPortFault(error.code, { host, port }) ?? error),
    );
    probe.listen({ port, host }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

/** Undefined when the code is not about listening. */
export function toPortFault(
  code: string | undefined,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): CommandError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new CommandError(
        `Port ${port} on ${host} is in use. Stop the program that has it, or set PORT to another one.`,
      );
    case 'EACCES':
      return new CommandError(
        `Port ${port} may not be opened by this user. Set PORT to 1024 or above and put a proxy in front, or start with that right.`,
      );
    case 'EADDRNOTAVAIL':
      return new CommandError(
        `HOST ${host} is not an address of this machine. Set HOST to one, or to 0.0.0.0 for all.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(`HOST ${host} is not known. Set HOST to an address of this machine.`);
    default:
      return undefined;
  }
}
