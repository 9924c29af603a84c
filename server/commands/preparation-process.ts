import type {
  MessageFromPreparation,
  MessageToPreparation,
  PreparationOrder,
} from './preparation-messages.ts';

// What a start does once: migrations, keys, value lists, and the demo tenant. It runs in a process that exits before the
// service begins, because it loads most of the product, and the process that supervises the service would keep all of that in
// memory for as long as the service runs. The order arrives over the IPC channel, because it contains the database password.

// The terminal, and systemd by default, signal the whole process group. Only the supervisor decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// The supervisor has died, so nobody waits for the result.
process.on('disconnect', () => process.exit(1));

// Loaded while the supervisor starts the database, and after the handlers above, because it takes most of a second.
const loading = import('./prepare-service.ts');
const interruption = new AbortController();

process.on('message', async (message: MessageToPreparation) => {
  if (message.type === 'stop') {
    interruption.abort();
    return;
  }
  await send(await prepare(message.order));
  process.exit();
});

async function prepare(order: PreparationOrder): Promise<MessageFromPreparation> {
  const { prepareService } = await loading;
  return prepareService(order, {
    signal: interruption.signal,
    onStep: (what) => void send({ type: 'step', what }),
  });
}

/** Resolves when the message has left, so that the supervisor receives it even if this process exits. */
function send(message: MessageFromPreparation): Promise<void> {
  return new Promise((resolve) => process.send!(message, undefined, undefined, () => resolve()));
}
