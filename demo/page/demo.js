const element = (id) => document.getElementById(id);
const button = element('enter');

// From the browser's cache the page would still say that somebody is entering.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

if (localStorage.getItem('authToken') && localStorage.getItem('userId')) element('continue').hidden = false;

/** The position as [longitude, latitude]; null when it is refused or not known in time. */
function position() {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.longitude, coords.latitude]),
      () => resolve(null),
      { timeout: 15_000, maximumAge: 600_000 },
    );
  });
}

button.addEventListener('click', () => void enter());

async function enter() {
  button.disabled = true;
  element('problem').textContent = '';
  try {
    button.textContent = 'Finding you...';
    const coordinates = await position();
    button.textContent = 'Entering...';
    const response = await fetch('/demo/enter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ coordinates }),
    });
    if (!response.ok) throw new Error(await response.text());
    const { authToken, userId, user } = await response.json();
    localStorage.clear();
    localStorage.setItem('authToken', authToken);
    localStorage.setItem('userId', userId);
    localStorage.setItem('user', JSON.stringify(user));
    location.assign('/feed');
  } catch {
    element('problem').textContent = 'Something went wrong. Please try again in a moment.';
    button.disabled = false;
    button.textContent = 'Enter as Ada';
  }
}

async function look() {
  try {
    const { visible } = await (await fetch('/demo/town')).json();
    const news =
      visible === 0
        ? 'The first people are moving in...'
        : visible === 1
          ? '1 person is visible right now.'
          : `${visible} people are visible right now.`;
    // Changed only if it differs: screen readers announce each change.
    if (element('town').textContent !== news) element('town').textContent = news;
    const mails = await (await fetch('/dev/mailbox.json')).json();
    const own = mails.filter(({ to }) => !/@(?:town|visitor)\.example$/.test(to)).slice(0, 8);
    // Likewise, so that what somebody is copying stays selected.
    const listed = JSON.stringify(own);
    if (element('mails').dataset.listed !== listed) element('mails').replaceChildren(...own.map(mailItem));
    element('mails').dataset.listed = listed;
  } catch {
    // The next attempt follows soon.
  }
}

function mailItem({ to, subject, text }) {
  const item = document.createElement('li');
  const title = document.createElement('strong');
  title.textContent = `${subject} · ${to}`;
  const body = document.createElement('p');
  body.textContent = text;
  item.append(title, body);
  return item;
}

await look();
setInterval(() => void look(), 3000);
