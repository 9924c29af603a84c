import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { fillUsers } from './users-data.ts';

// Without mail.
const console = await openConsole();
const { admin, branches, users } = await fillUsers(console.service);

const openRejected = async (page: Page) => {
  await page.getByText(/^Diese Installation verschickt keine E-Mails/).waitFor();
  await page.getByText('Was die Rollen dürfen').click();
  await page.getByLabel('Niederlassung Berlin').check();
  await page.getByRole('button', { name: 'Anlegen' }).click();
  await page.getByRole('alert').waitFor();
};
const openForms = async (page: Page) => {
  for (const name of ['Bearbeiten: Rolle', 'Bearbeiten: Niederlassungen', 'Bearbeiten: AEVO'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('form', { name: 'Bearbeiten: AEVO' }).waitFor();
};
const openPassword = async (page: Page) => {
  await page.getByRole('button', { name: 'Passwort setzen …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Passwort setzen' }).click();
  await page.getByText(/^Das neue Passwort braucht/).waitFor();
};
const openDeactivation = async (page: Page) => {
  await page.getByRole('button', { name: 'Deaktivieren …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deaktivieren' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
};

checkPages(console, admin.cookie, {
  'the page after the own deactivation': { path: '/deactivated', isAnonymous: true },
  'the list of users': { path: '/settings/users?state=all' },
  'a new user with faults': { path: '/settings/users/new', open: openRejected },
  'a user': { path: `/settings/users/${users.max}` },
  'a user who is changed': { path: `/settings/users/${users.eva}`, open: openForms },
  'the password of a user': { path: `/settings/users/${users.eva}`, open: openPassword },
  'the refused deactivation of a user': { path: `/settings/users/${admin.user.id}`, open: openDeactivation },
  'the list of branches': { path: '/settings/branches?state=all' },
  'a new branch': { path: '/settings/branches/new' },
  'a branch': { path: `/settings/branches/${branches.berlin}` },
});
