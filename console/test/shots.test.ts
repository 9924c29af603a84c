import { mkdir } from 'node:fs/promises';
import { openAs, openConsole } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole({
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'a@example.org',
});
const { ids } = await insertApplications(service);
const user = await service.platform('admin');
await service.sql(`UPDATE user_account SET first_name='Katharina', last_name='Engelhardt' WHERE id=$1`, [
  user.user.id,
]);
const day = (n: number) => new Date(Date.now() + n * 86400000).toISOString().slice(0, 10);
await user.post('/tasks', {
  title: 'Rückruf wegen der Nachtschicht',
  dueDate: day(-2),
  candidateId: ids.Muster!.candidateId,
});
await user.post('/tasks', {
  title: 'Arbeitserlaubnis prüfen',
  dueDate: day(1),
  applicationId: ids['Öztürk']!.applicationId,
});
await user.post('/tasks', { title: 'Angebot vorbereiten' });
await user.post(`/candidates/${ids.Muster!.candidateId}/notes`, {
  text: 'Telefonat am Montag.\nVerfügbar ab Mai, bevorzugt Frühschicht.',
});
const OUT = '/tmp/shots';
await mkdir(OUT, { recursive: true });
const only = process.env.SHOTS?.split(',');
const PAGES: Record<string, [string, boolean]> = {
  signin: ['/sign-in', false],
  today: ['/', true],
  queue: ['/applications', true],
  details: [`/applications?application=${ids.Muster!.applicationId}`, true],
  profile: ['/settings/profile', true],
  unknown: ['/x/y', true],
};
for (const [name, [path, isIn]] of Object.entries(PAGES)) {
  if (only && !only.includes(name)) continue;
  consoleTest(name, async (page) => {
    for (const [scheme, widths] of [
      ['light', [1440, 768, 320]],
      ['dark', [1440, 320]],
    ] as const)
      for (const width of widths) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: width > 1000 ? 900 : width > 500 ? 1000 : 800 });
        if (isIn) await openAs(page, urlOf(path), user.cookie);
        else await page.goto(urlOf(path));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: `${OUT}/${name}-${scheme}-${width}.png` });
      }
  });
}
