import type { Page } from 'playwright-core';

// What the tests of forms find on a page, by its names in German.

export const partOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const formOf = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const save = (page: Page, form: string) =>
  formOf(page, form).getByRole('button', { name: 'Speichern' }).click();
export const undo = (page: Page) => button(page, 'Rückgängig').click();
export const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** The field and what is said beside it. */
export const refused = (page: Page, form: string, field: string, reason: string) =>
  formOf(page, form)
    .getByLabel(field, { exact: true })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
    .then(() => formOf(page, form).getByText(reason, { exact: true }).first().waitFor());
