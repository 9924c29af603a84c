import { useEffect } from 'react';

/** What disappears again and returns the focus to where it came from. */
const TRANSIENT = '[role="dialog"], [role="menu"], [role="listbox"], [data-passing]';
/** The parts of a page that are announced when they get the focus. */
const NAMED_PART = ':is([aria-label], [aria-labelledby], main):not(:disabled, :empty)';
/** A part whose contents come and go, and which is meant to get the focus then. */
const INTENDED_PART = '[tabindex="-1"]:is([aria-label], [aria-labelledby]):not(main, :empty)';
/** Dialogs and forms return the focus themselves a moment later, to their button if it is still there. */
const AFTER_OTHERS_MS = 50;

/**
 * Keeps the focus on the page when the element that has it disappears or is disabled, so that the keyboard does not begin at its top. The
 * focus returns to where it was before a dialog, a menu, or a message; if that is gone too, it goes to the nearest part of the page
 * with a name.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const keeper = new FocusKeeper();
    return () => keeper.stop();
  }, []);
}

class FocusKeeper {
  readonly #stopping = new AbortController();
  readonly #observer = new MutationObserver(() => this.#onChange());
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What has the focus, or had it when it was lost. Undefined if nothing had it. */
  #watched: HTMLElement | undefined;
  /** The element that had the focus last outside of what is transient, and its ancestors. */
  #origin: readonly HTMLElement[] = [];
  #wasDisabled = false;

  constructor() {
    const options = { capture: true, signal: this.#stopping.signal };
    document.addEventListener('focusin', ({ target }) => this.#watch(target), options);
    // Who clicks where nothing takes the focus wants it nowhere.
    document.addEventListener('pointerdown', () => this.#forget(), options);
    document.addEventListener('pointerup', () => this.#watch(document.activeElement), options);
    this.#observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
  }

  stop(): void {
    this.#stopping.abort();
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  #forget(): void {
    this.#watched = undefined;
    this.#wasDisabled = false;
  }

  #watch(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    this.#watched = target;
    this.#wasDisabled = false;
    if (target.closest(TRANSIENT) === null) this.#origin = [target, ...ancestorsOf(target)];
  }

  #onChange(): void {
    if (this.#watched === undefined) return;
    if (this.#watched.matches(':disabled')) this.#wasDisabled = true;
    if (this.#watched.isConnected && !this.#wasDisabled) return;
    // A page that changes all the time must not put it off.
    this.#timer ??= setTimeout(() => this.#restore(), AFTER_OTHERS_MS);
  }

  #restore(): void {
    this.#timer = undefined;
    const lost = this.#watched;
    if (lost === undefined || document.activeElement !== document.body) return;
    if (lost.isConnected) {
      // It gets the focus again when it can be used again.
      if (!lost.matches(':disabled')) lost.focus({ preventScroll: true });
      return;
    }
    this.#forget();
    const [origin] = this.#origin;
    if (origin?.isConnected === true && !origin.matches(':disabled')) origin.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
    const isThere = (selector: string) => (element: HTMLElement) =>
      element.isConnected && element.matches(selector);
    const part = this.#origin.find(isThere(INTENDED_PART)) ?? this.#origin.find(isThere(NAMED_PART));
    if (part !== undefined) focusPart(part);
  }
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = [];
  for (let next = element.parentElement; next !== null; next = next.parentElement) ancestors.push(next);
  return ancestors;
}

function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    // A click on it must not give it the focus.
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
