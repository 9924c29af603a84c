/** The service limits the calls of a user, and other users wait as well. */
const AT_ONCE = 4;

interface Outcome<Item, Value> {
  item: Item;
  /** Undefined if the call failed, or had nothing to return. */
  value?: Value;
  error?: unknown;
}

/** Runs an action for every item, a few at once. A failure of one does not keep the others from running. */
export async function runAll<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
  onProgress: (done: number) => void,
): Promise<Outcome<Item, Value>[]> {
  const outcomes: Outcome<Item, Value>[] = [];
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        outcomes.push({ item, value: await run(item) });
      } catch (error) {
        outcomes.push({ item, error: error ?? new Error('The call failed.') });
      }
      onProgress(outcomes.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}
