// The token is in the fragment of the address, so that no server, log, or proxy sees it. It leaves the address at once, so
// that it is in no history and nobody reads it over a shoulder. Until it is used, it stays in the state of this entry of the
// tab's history: a reload must not lose an invitation. Storage would give it to the next person who opens the page in the tab.
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? history.state?.token;

const element = (id) => document.getElementById(id);
const show = (id) => {
  history.replaceState(id === 'set' ? { token } : null, '', location.pathname + location.search);
  for (const section of document.querySelectorAll('main section')) section.hidden = section.id !== id;
  const section = element(id);
  (section.querySelector('input') ?? section.querySelector('h1'))?.focus();
};

async function send(method, path, body) {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const faults = response.status === 400 ? (await response.json()).validationErrors : [];
    return { status: response.status, properties: faults.map(({ property }) => property) };
  } catch {
    return { status: 0, properties: [] };
  }
}

function handle(form, submit) {
  // There is no form that requests a link if the installation sends no mails.
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    const problem = await submit();
    button.disabled = false;
    const shown = form.querySelector('.error');
    shown.textContent = problem === undefined ? '' : shown.dataset[problem];
    shown.hidden = problem === undefined;
  });
}

const problemOf = (status) => (status === 429 ? 'toomany' : 'failed');

handle(element('set-form'), async () => {
  const newPassword = element('new-password').value;
  if (newPassword !== element('repeated-password').value) return 'different';
  const { status, properties } = await send('PUT', '/platform/password', { token, newPassword });
  if (status === 204) show('done');
  else if (properties.includes('token')) show('invalid');
  else return properties.includes('newPassword') ? 'length' : problemOf(status);
});

handle(element('request-form'), async () => {
  const { lang: language } = document.documentElement;
  const { status } = await send('POST', '/platform/password/reset', {
    email: element('email').value,
    language,
  });
  if (status === 204) show('sent');
  else return problemOf(status);
});

element('again').addEventListener('click', () => show('request'));
// A link to the other language would begin another entry.
element('language').addEventListener('click', (event) => {
  event.preventDefault();
  history.replaceState(history.state, '', event.currentTarget.href);
  location.reload();
});
// Another link that is opened in this tab only changes the fragment.
addEventListener('hashchange', () => location.reload());
show(token ? 'set' : 'request');
