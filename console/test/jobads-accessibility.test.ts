import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const console = await openConsole();
const { jobAdId } = await insertApplications(console.service);
const { cookie, ...recruiter } = await console.service.platform('recruiter');
const pipeline = `/jobads/${jobAdId}/pipeline`;

async function enterKnownEmail(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /mail/i }).fill('kandidat0@example.org');
  await page.getByRole('link', { name: 'Ada Muster' }).waitFor();
}

async function openConflict(page: Page): Promise<void> {
  await page.getByRole('article').waitFor();
  await page.getByRole('textbox', { name: 'Titel' }).fill('Mein Titel');
  await page.getByRole('textbox', { name: 'Aufgaben' }).fill('Meine Aufgaben');
  const theirs = {
    title: `Ihr Titel ${Date.now()}`,
    tasks: `<ul><li>Aufgabe <b>${Date.now()}</b></li></ul>`,
  };
  await recruiter.put(`/jobads/${jobAdId}`, theirs);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
}

checkPages(console, cookie, {
  'job ads': { path: '/jobads' },
  'a new job ad': { path: '/jobads/new' },
  'a job ad': { path: `/jobads/${jobAdId}`, open: (page) => page.getByRole('article').waitFor() },
  'two values of one field of a job ad': { path: `/jobads/${jobAdId}`, open: openConflict },
  'the pipeline': { path: pipeline },
  'the menu of a card': {
    path: pipeline,
    open: (page) => page.getByRole('button', { name: /…$/ }).first().click(),
  },
  'a new candidate': { path: `/candidates/new?jobAd=${jobAdId}`, open: enterKnownEmail },
});
