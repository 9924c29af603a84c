import assert from 'node:assert/strict';
import { openAs, openConsole, untilIdle } from './open-console.ts';

// A user can have 200 branches, and the lists of a user with branches are limited to them.

const { service, consoleTest, urlOf } = await openConsole();
const admin = await service.platform('admin');
const recruiter = await service.platform('recruiter');
const assignedOffices: { officeId: number }[] = [];
for (let number = 1; number <= 200; number++) {
  const { body } = await admin.post('/branches', { name: `Filiale ${number}` });
  assignedOffices.push({ officeId: body.id });
}
const { status } = await admin.put(`/users/${recruiter.user.id}/assignedoffices`, { assignedOffices });
assert.equal(status, 204);

for (const [path, shown] of [
  ['/', 'Keine neue Bewerbung wartet.'],
  ['/applications', 'Keine Bewerbung passt zu diesen Filtern.'],
  ['/candidates', 'In allen Niederlassungen suchen'],
  ['/companies', 'In allen Niederlassungen suchen'],
  ['/requests', 'In allen Niederlassungen und mit jedem Status suchen'],
] as const)
  consoleTest(`${path} is shown to a user with as many branches as possible`, async (page) => {
    await openAs(page, urlOf(path), recruiter.cookie);
    await page.getByText(shown).first().waitFor();
    await untilIdle(page);
    assert.equal(await page.getByRole('alert').count(), 0);
  });
