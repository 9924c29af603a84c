/** Callers of health and metrics get their response within two seconds. A process needs less, because it is asked by another. */
export const PROCESS_DEADLINE_MS = 1200;

/** Rejects if the promise has not settled in time. The work itself continues. */
export async function withDeadline<Value>(work: Promise<Value>, deadlineMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError()), deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  constructor() {
    super('There was no response in time.');
  }
}
