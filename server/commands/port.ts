import { createServer } from 'node:net';
import type { Settings } from '../config.ts';
import { CommandError } from './command.ts';

/**
 * Checks that the port is free before anything else starts, and throws if it is not. Returns the port, or for port 0 a free
 * one that all processes share. If another program takes the port before the processes listen, they report that themselves.
 */
export async function probePort({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(explainPortError(error.code, { host, port }) ?? error),
    );
    probe.listen({ port, host }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

/** Undefined if the code does not come from listening. */
export function explainPortError(
  code: string | undefined,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  names = { host: 'HOST', port: 'PORT' },
): CommandError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new CommandError(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or set ${names.port} to another port.`,
      );
    case 'EACCES':
      return new CommandError(
        `This user cannot listen on port ${port}. Set ${names.port} to 1024 or higher${names.port === 'PORT' ? ' and put a proxy in front' : ''}, or grant the user this right.`,
      );
    case 'EADDRNOTAVAIL':
      return new CommandError(
        `${names.host} ${host} is not an address of this machine. Set ${names.host} to one of its addresses, or to 0.0.0.0 for all of them.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(
        `${names.host} ${host} cannot be resolved. Set ${names.host} to an address of this machine.`,
      );
    default:
      return undefined;
  }
}
