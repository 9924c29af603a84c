import type { Page } from 'playwright-core';

/** What the tests of the list of candidates do with those they have selected. */
export async function selectRows(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Auswählen: ${name}` }).check();
  await page.getByRole('status').getByText(`${names.length} ausgewählt`).waitFor();
}

export async function changeSelected(
  page: Page,
  button: string,
  label: string,
  value: string,
): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const field = page.getByRole('dialog').getByLabel(label);
  if (await field.evaluate((element) => (element as { tagName?: string }).tagName === 'SELECT'))
    await field.selectOption(value);
  else await field.fill(value);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /ändern$/ })
    .click();
}
