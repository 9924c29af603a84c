// What a person has chosen for this browser. Nothing personal: it survives a sign-out, which empties the storage.

const NAMES = ['language', 'theme'] as const;
type PreferenceName = (typeof NAMES)[number];

const keyOf = (name: PreferenceName) => `stellwerk.${name}`;

function read(name: PreferenceName): string | undefined {
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined;
  } catch {
    // A browser can refuse the storage.
    return undefined;
  }
}

function write(name: PreferenceName, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), value);
  } catch {
    // The choice then lasts until the page is left.
  }
}

export const preferences = {
  read,
  write,
  /** Runs an action that may empty the storage, and puts the preferences back. */
  async keepDuring(action: () => Promise<unknown>): Promise<void> {
    const before = NAMES.map((name) => [name, read(name)] as const);
    await action();
    for (const [name, value] of before) write(name, value);
  },
};
