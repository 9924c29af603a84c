import { refused, shows } from '../expect.ts';
import { candidate, uniqueEmail } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const MOBILE = '+49 151 23456789';

rule('channels.email', 'A second e-mail address does not replace the first', async () => {
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  const id = await candidate({ contact: { email: first } });
  const { id: channelId } = await client.candidates.addEmail(id, { email: second });
  shows(await client.candidates.get(id), {
    contact: { email: first },
    contactChannels: [{ id: channelId, kind: 'email', address: second, isPrimary: false }],
  });
});

rule('channels.sms', 'A number for text messages is stored as it was sent', async () => {
  const id = await candidate();
  await client.candidates.addSms(id, { phoneNumber: MOBILE, consentChecked: true });
  shows(await client.candidates.get(id), {
    contactChannels: [{ kind: 'sms', address: MOBILE, consentChecked: true }],
  });
});

rule('channels.whatsapp', 'A messenger number must state whether there is consent', async () => {
  const id = await candidate();
  await client.candidates.addWhatsApp(id, { phoneNumber: MOBILE, consentChecked: false });
  shows(await client.candidates.get(id), {
    contactChannels: [{ kind: 'whatsapp', address: MOBILE, consentChecked: false }],
  });
  const unsaid = { phoneNumber: '+49 151 23456780' } as { phoneNumber: string; consentChecked: boolean };
  await refused(client.candidates.addWhatsApp(id, unsaid), { consentChecked: 'required' });
});

rule('channels.primary', 'A primary e-mail address replaces the one in the contact data', async () => {
  const id = await candidate({ contact: { email: uniqueEmail() } });
  const email = uniqueEmail();
  await client.candidates.addEmail(id, { email, isPrimary: true });
  shows(await client.candidates.get(id), { contact: { email } });
});

rule('channels.noneTwice', 'The same address cannot be added twice', async () => {
  const id = await candidate();
  const email = uniqueEmail();
  await client.candidates.addEmail(id, { email });
  await refused(client.candidates.addEmail(id, { email: email.toUpperCase() }), { email: 'duplicate' });
  await client.candidates.addSms(id, { phoneNumber: MOBILE });
  await refused(client.candidates.addSms(id, { phoneNumber: '0049 151 23456789' }), {
    phoneNumber: 'duplicate',
  });
});
