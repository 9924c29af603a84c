import { refused, shows } from '../expect.ts';
import { candidate } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const { addJob, addEducation, addProfessionEducation, addSchoolEducation } = client.candidates;

async function resumeOf(id: number) {
  return (await client.candidates.get(id)).resume;
}

rule('resume.jobs', 'A job is read back as it was sent', async () => {
  const id = await candidate();
  const job = {
    employer: 'Nordkai Logistik GmbH',
    position: 'Lagerleitung',
    fromDate: '2019-04-01',
    untilDate: '2023-09-30',
    isCurrent: false,
    description: 'Leitung von zwölf Mitarbeitern.',
    city: 'Hamburg',
  };
  const { id: entryId } = await addJob(id, job);
  shows(await resumeOf(id), { jobs: [{ id: entryId, ...job }] });
  await refused(addJob(id, {} as typeof job), { employer: 'required', position: 'required' });
});

rule('resume.vocationalTraining', 'A vocational training is read back as it was sent', async () => {
  const id = await candidate();
  const training = {
    institution: 'Berufsschule Berlin',
    profession: 'Fachkraft für Lagerlogistik',
    isCompleted: true,
  };
  await addProfessionEducation(id, training);
  shows(await resumeOf(id), { professionEducations: [training] });
  await refused(addProfessionEducation(id, {} as typeof training), {
    institution: 'required',
    profession: 'required',
  });
});

rule('resume.schools', 'A school is read back as it was sent', async () => {
  const id = await candidate();
  const school = { school: 'Gesamtschule Mitte', graduation: 'Mittlere Reife', grade: '2,1', city: 'Berlin' };
  await addSchoolEducation(id, school);
  shows(await resumeOf(id), { schoolEducations: [school] });
  await refused(addSchoolEducation(id, {} as typeof school), { school: 'required' });
});

rule('resume.furtherTraining', 'A further training is read back as it was sent', async () => {
  const id = await candidate();
  const training = { title: 'Ladungssicherung', provider: 'TÜV', hours: 16, certificate: 'VDI 2700' };
  await addEducation(id, training);
  shows(await resumeOf(id), { educations: [training] });
  await refused(addEducation(id, {} as typeof training), { title: 'required' });
});

rule('resume.endNotBeforeStart', 'An entry that ends before it starts is rejected', async () => {
  const id = await candidate();
  const period = { fromDate: '2023-09-30', untilDate: '2019-04-01' };
  const fault = { untilDate: 'range' };
  await refused(addJob(id, { employer: 'Nordkai', position: 'Lager', ...period }), fault);
  await refused(addProfessionEducation(id, { institution: 'Schule', profession: 'Lager', ...period }), fault);
  await refused(addSchoolEducation(id, { school: 'Gesamtschule', ...period }), fault);
  await refused(addEducation(id, { title: 'Ladungssicherung', ...period }), fault);
});
