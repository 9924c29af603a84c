import type { Page } from 'playwright-core';

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

export const namesIn = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();

export const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status', { name: 'Meldungen' }).getByText(text).waitFor();

export const undo = (page: Page) => page.getByRole('button', { name: 'Rückgängig' }).click();

/** Resolves when the focus is on this part of the page, and not on the page itself. */
export const focusIn = (page: Page, name: string) =>
  page.getByRole('region', { name }).and(page.locator(':focus')).waitFor();
