/** Status ids of deliveries, as the interface defines them. A delivery has no status until its first call has ended. */
export const TRANSFERRED = 130;
export const FAILED = 131;
export const SKIPPED = 132;

export const SEND_STATUSES = [
  // The interface has this spelling.
  { id: TRANSFERRED, name: 'transferred', text: 'Transfered' },
  { id: FAILED, name: 'failed', text: 'Failed' },
  { id: SKIPPED, name: 'skipped', text: 'Skipped' },
] as const;

const TEXTS = new Map<number, string>(SEND_STATUSES.map(({ id, text }) => [id, text]));

/** The text of a status for `sendStatus`; null without a status, or for one that a newer version has added. */
export const sendStatusText = (id: number | null): string | null =>
  id === null ? null : (TEXTS.get(id) ?? null);

/** For descriptions of properties. */
export const SEND_STATUS_LEGEND = SEND_STATUSES.map(({ id, name }) => `${id} ${name}`).join(', ');
