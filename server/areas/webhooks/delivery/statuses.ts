/** What became of a delivery, by the ids that the interface gives. Until the first call is over there is no status. */
export const TRANSFERRED = 130;
export const FAILED = 131;
export const SKIPPED = 132;

export const SEND_STATUSES = [
  // Spelled as the interface spells it.
  { id: TRANSFERRED, name: 'transferred', text: 'Transfered' },
  { id: FAILED, name: 'failed', text: 'Failed' },
  { id: SKIPPED, name: 'skipped', text: 'Skipped' },
] as const;

/** The ids with their names, for descriptions. */
export const SEND_STATUS_LEGEND = SEND_STATUSES.map(({ id, name }) => `${id} ${name}`).join(', ');
