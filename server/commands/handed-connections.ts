import type { Worker } from 'node:cluster';

/** What Node's cluster module sends to a process with a new connection. `seq` identifies the message. */
interface NewConnection {
  act?: string;
  seq?: number;
}

/**
 * Closes the connections that are on their way to a process when it dies. The primary accepts connections, hands each to a
 * process, and keeps it until the process confirms. If the process dies first, Node keeps the connection open for ever, and
 * its client waits in vain (lib/internal/cluster/round_robin_handle.js). A closed connection tells the client to try again. It
 * must not go to another process: the dead one may have read a part of the request.
 */
export function closeUnconfirmedConnections(worker: Worker): void {
  const unconfirmed = new Map<number, { close(): void }>();
  const { process: child } = worker;
  const send = child.send as (...given: unknown[]) => boolean;
  child.send = ((...given: unknown[]) => {
    const [message, handle] = given as [NewConnection | undefined, { close(): void } | undefined];
    if (message?.act === 'newconn' && message.seq !== undefined && handle !== undefined)
      unconfirmed.set(message.seq, handle);
    return send.apply(child, given);
  }) as typeof child.send;
  child.on('internalMessage', (message: { ack?: number }) => {
    if (message.ack !== undefined) unconfirmed.delete(message.ack);
  });
  worker.once('exit', () => {
    for (const handle of unconfirmed.values()) handle.close();
    unconfirmed.clear();
  });
}
