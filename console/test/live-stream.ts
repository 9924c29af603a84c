import type { Page } from 'playwright-core';

/** Replaces the live stream. `begin` is what it does at its start, as a body of a method. */
export const replaceStream = (page: Page, begin: string) =>
  page.addInitScript(`
    globalThis.EventSource = class extends EventTarget {
      readyState = 1;
      constructor() { super(); ${begin} }
      close() { clearInterval(this.timer); }
    };
  `);

/** A stream that sends nothing until `readAgain`. */
export const streamNothing = (page: Page) =>
  replaceStream(
    page,
    `globalThis.readAgain = () => this.dispatchEvent(new Event('reset'));
     setTimeout(() => this.dispatchEvent(new Event('ready')));`,
  );

/** Makes the page read again all that it shows, as when the service no longer knows which changes the page has seen. */
export const readAgain = (page: Page) => page.evaluate('readAgain()');
