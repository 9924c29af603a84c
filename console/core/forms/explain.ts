import { EntryError, type Fault, faultsIn } from '../api/errors.ts';

/** Makes a change. What the service refuses is said in words of the user, where the page knows better ones than those of the rule. */
export async function explain<Result>(
  change: Promise<Result>,
  toText: (fault: Fault) => string | undefined,
): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    const faults = faultsIn(error).map((fault): Fault => {
      const message = toText(fault);
      return message === undefined ? fault : { ...fault, code: 'explained', message };
    });
    throw faults.some(({ code }) => code === 'explained') ? new EntryError(faults) : error;
  }
}
