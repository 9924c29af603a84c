import { importKey, seal, unseal } from './sealing.ts';

// What was begun and not sent. It is in memory, so that screens read it at once, and encrypted in the storage of the browser, so
// that it survives a reload and the end of the session. A sign-out removes it.

interface Draft {
  savedAtUtc: string;
  /** Whatever JSON can express. The screen that wrote it checks what it reads. */
  value: unknown;
}

const PREFIX = 'stellwerk.draft.';
const KEPT_MS = 30 * 24 * 3_600_000;

const drafts = new Map<string, Draft>();
let owner: { guid: string; draftKey: string; key: CryptoKey | undefined } | undefined;
/** Those that the storage has refused, because it is full or switched off. */
const refused = new Set<string>();
let writes = Promise.resolve();

const storedNameOf = (guid: string, name: string) => `${PREFIX}${guid}.${name}`;

function storedNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    // A browser can refuse the storage.
    return [];
  }
}

const ownNames = () => storedNames().filter((name) => name.startsWith(`${PREFIX}${owner?.guid}.`));

const isExpired = (savedAtUtc: string) => !(Date.parse(savedAtUtc) > Date.now() - KEPT_MS);

/** Reads the drafts of a user who has signed in. Those that nobody can read any more are removed. */
export async function openDrafts({
  user,
  draftKey,
}: {
  user: { rowGuid: string };
  draftKey: string;
}): Promise<void> {
  if (owner?.guid === user.rowGuid && owner.draftKey === draftKey) return;
  if (owner?.guid !== user.rowGuid) drafts.clear();
  owner = { guid: user.rowGuid, draftKey, key: await importKey(draftKey) };
  for (const storedName of storedNames()) await load(storedName);
  for (const name of drafts.keys()) enqueue(name);
}

async function load(storedName: string): Promise<void> {
  const own = `${PREFIX}${owner?.guid}.`;
  try {
    const { savedAtUtc, sealed } = JSON.parse(localStorage.getItem(storedName) ?? '{}') as Record<
      string,
      string
    >;
    if (isExpired(savedAtUtc ?? '')) throw new Error('The draft is too old.');
    if (owner?.key === undefined || !storedName.startsWith(own)) return;
    const value: unknown = JSON.parse(await unseal(owner.key, storedName, sealed ?? ''));
    drafts.set(storedName.slice(own.length), { savedAtUtc: savedAtUtc!, value });
  } catch {
    localStorage.removeItem(storedName);
  }
}

/** Stores what the draft is when its turn comes, one after the other, so that the last one stays. */
function enqueue(name: string): void {
  writes = writes
    .then(() => store(name))
    .then(
      () => void refused.delete(name),
      () => void refused.add(name),
    );
}

async function store(name: string): Promise<void> {
  if (owner?.key === undefined) return;
  const { guid, key } = owner;
  const storedName = storedNameOf(guid, name);
  const draft = drafts.get(name);
  if (draft === undefined) {
    localStorage.removeItem(storedName);
    return;
  }
  const sealed = await seal(key, storedName, JSON.stringify(draft.value));
  // Meanwhile it can have been sent, or the user can have signed out.
  if (owner?.guid !== guid || drafts.get(name) !== draft) return;
  localStorage.setItem(storedName, JSON.stringify({ savedAtUtc: draft.savedAtUtc, sealed }));
}

/** Whether the user has begun anything, here or in another tab. */
export const hasDrafts = (): boolean => drafts.size > 0 || ownNames().length > 0;

export const findDraft = (name: string): Draft | undefined => drafts.get(name);

/** Keeps a value, or removes the draft if there is none. */
export function keepDraft(name: string, value: unknown): void {
  if (value === undefined) drafts.delete(name);
  else drafts.set(name, { savedAtUtc: new Date().toISOString(), value });
  enqueue(name);
}

/** Removes the drafts about a record that no longer exists. */
export function forgetDraftsAbout(isAbout: (name: string) => boolean): void {
  for (const name of [...drafts.keys()].filter(isAbout)) keepDraft(name, undefined);
}

/** From now on the page neither has drafts nor stores any. What is stored stays. */
export function closeDrafts(): void {
  drafts.clear();
  owner = undefined;
}

/** Removes the drafts of the user. Those of somebody else who has signed in meanwhile stay. */
export function forgetDrafts(): void {
  const own = ownNames();
  closeDrafts();
  for (const name of own) localStorage.removeItem(name);
}

/** Runs an action that may empty the storage, and puts back what other users of this browser have begun. */
export async function keepDraftsOfOthersDuring(action: () => Promise<unknown>): Promise<void> {
  const own = ownNames();
  const others = storedNames()
    .filter((name) => !own.includes(name))
    .map((name) => [name, localStorage.getItem(name)] as const);
  await action();
  for (const [name, stored] of others) if (stored !== null) localStorage.setItem(name, stored);
}

// Another page of this browser has changed a draft, or sent it.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === null) drafts.clear();
  else if (owner !== undefined && key.startsWith(`${PREFIX}${owner.guid}.`)) {
    if (newValue === null) drafts.delete(key.slice(PREFIX.length + owner.guid.length + 1));
    else void load(key);
  }
});

const isInMemoryOnly = (name: string) => owner?.key === undefined || refused.has(name);

// Where a draft cannot be stored, the page asks before it is left.
window.addEventListener('beforeunload', (event) => {
  if (owner !== undefined && [...drafts.keys()].some(isInMemoryOnly)) event.preventDefault();
});
