import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Texts } from '../texts/texts-de.ts';

export type KeyName = Exclude<keyof Texts['keys'], 'lead' | 'key' | 'action'>;

interface KeyAction {
  /** The character that is typed, such as "j" or "?". */
  key: string;
  name: KeyName;
  run(): void;
}

type Registry = ReadonlyMap<symbol, readonly KeyAction[]>;

interface KeysValue {
  actions: readonly KeyAction[];
  register(id: symbol, actions: readonly KeyAction[] | undefined): void;
}

const KeysContext = createContext<KeysValue>({ actions: [], register: () => {} });

/** Enter belongs to the button, link, or box that has the focus. */
const hasOwnEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('a, button, input, summary') !== null;

/** Single keys are silent while somebody types, chooses in a list, or looks at a dialog. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  // Nobody types into a box that is checked.
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

export function KeysProvider({ children }: { children: ReactNode }) {
  const [registry, setRegistry] = useState<Registry>(new Map());
  const register = useCallback((id: symbol, actions: readonly KeyAction[] | undefined) => {
    setRegistry((before) => {
      const next = new Map(before);
      if (actions === undefined) next.delete(id);
      else next.set(id, actions);
      return next;
    });
  }, []);
  const actions = useMemo(() => [...registry.values()].flat(), [registry]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy(event.target)) return;
      const action = actions.find(({ key }) => key === event.key);
      if (action === undefined || (event.key === 'Enter' && hasOwnEnter(event.target))) return;
      event.preventDefault();
      action.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [actions]);
  const value = useMemo(() => ({ actions, register }), [actions, register]);
  return <KeysContext value={value}>{children}</KeysContext>;
}

export const useRegisteredKeys = (): readonly KeyAction[] => useContext(KeysContext).actions;

/** Keys that work while the calling component is shown. The dialog of keys lists them. */
export function useKeys(actions: readonly KeyAction[]): void {
  const { register } = useContext(KeysContext);
  const latest = useRef(actions);
  latest.current = actions;
  const signature = actions.map(({ key, name }) => `${key}:${name}`).join();
  useEffect(() => {
    const id = Symbol(signature);
    register(
      id,
      latest.current.map(({ key, name }) => ({
        key,
        name,
        run: () => latest.current.find((action) => action.key === key)?.run(),
      })),
    );
    return () => register(id, undefined);
  }, [signature, register]);
}
