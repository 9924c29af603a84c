import assert from 'node:assert/strict';
import type { TestService } from '../../server/testing/harness.ts';
import { openConsole } from './open-console.ts';

/** A console of an installation that sends mail. Nothing is sent: the mails stay in the queue. */
export const openWithMail = () =>
  openConsole({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Platform <mail@firm.example>' });

/** A tenant with branches and users in every state. */
export async function fillUsers(service: TestService) {
  const admin = await service.platform('admin');
  const create = async (path: string, body: object): Promise<number> => {
    const response = await admin.post(path, body);
    assert.equal(response.status, 200, response.text);
    return response.body.id;
  };
  const change = async (path: string, body?: object) => {
    const response = await (body === undefined ? admin.post(path) : admin.put(path, body));
    assert.equal(response.status, 204, response.text);
  };
  const location = {
    street: 'Hauptstraße',
    streetNumber: '5',
    zipCode: '10115',
    city: 'Berlin',
    countryId: 276,
  };
  const contact = { phone: '030 901820', email: 'berlin@firm.example' };
  const berlin = await create('/branches', {
    name: 'Niederlassung Berlin',
    number: '100',
    location,
    ...contact,
  });
  const munich = await create('/branches', { name: 'Niederlassung München', location: { city: 'München' } });
  const bonn = await create('/branches', { name: 'Niederlassung Bonn' });
  const user = (firstName: string, lastName: string, more: object) =>
    create('/users', {
      firstName,
      lastName,
      role: 'recruiter',
      email: `${firstName.toLowerCase()}.${lastName.toLowerCase()}@firm.example`,
      ...more,
    });
  const password = 'correct horse battery';
  const eva = await user('Eva', 'Kern', { password });
  const nora = await user('Nora', 'Neu', { role: 'branchManager' });
  const max = await user('Max', 'Sommer-Hohenlichtenberger', { role: 'viewer' });
  const olga = await user('Olga', 'Frei', { password });
  const assignedOffices = [{ officeId: berlin, isPrimary: true }, { officeId: munich }, { officeId: bonn }];
  await change(`/users/${eva}/assignedoffices`, { assignedOffices });
  await change(`/users/${nora}/assignedoffices`, { assignedOffices: [{ officeId: munich }] });
  const licences = [{ name: 'AEVO' }, { name: 'Fachkunde Arbeitssicherheit', validUntil: '2024-06-30' }];
  await change(`/users/${eva}/licences`, { licences });
  if (service.services.settings.smtpUrl !== undefined) await change(`/users/${nora}/invitation`);
  await change(`/users/${olga}`, { isActive: false });
  await change(`/branches/${bonn}`, { isActive: false });
  return { admin, branches: { berlin, munich, bonn }, users: { eva, nora, max, olga } };
}
