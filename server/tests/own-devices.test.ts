import { sendVerificationCode, verifyCode } from '@herenow/contract/accounts';
import { clearAlert } from '@herenow/contract/alerts';
import { updateUser } from '@herenow/contract/profile';
import { renewRecoveryCodes } from '@herenow/contract/second-factor';
import { endSharedDate, shareDate } from '@herenow/contract/shared-dates';
import { later, ok } from '@herenow/testing/encounters';
import { block, unblock } from '@herenow/testing/safety';
import { PASSWORD, person } from '@herenow/testing/people';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';

test('changes of settings, blocks, dates, alerts and two-step sign-in are sent once to the user’s own devices, and to nobody else', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await using own = await connectStomp({ url: app.url, token: ada.token });
  await using other = await connectStomp({ url: app.url, token: bela.token });
  let times = 0;
  const told = async (act: () => Promise<unknown>) => {
    await act();
    times += 1;
    expect(await own.nextEvent('profiles')).toEqual({ userId: ada.id });
  };
  const update = (changes: object) => ada.api(updateUser, { body: { id: ada.id, ...changes } });
  await told(async () => ok(await update({ preferences: { maxDistanceKm: 5 } })));
  await told(async () => ok(await update({ notificationSettings: { inAppPin: false } })));
  await told(async () => ok(await update({ bio: 'Likes rivers.' })));
  await told(async () => ok(await update({ username: 'Ada Lovelace' })));
  await told(() => block(ada, bela));
  await told(() => unblock(ada, bela));
  const until = later(app, 1);
  let dateId = '';
  await told(async () => {
    dateId = ok(await ada.api(shareDate, { body: { who: 'Bela', place: '', until } })).json.id;
  });
  await told(async () => ok(await ada.api(endSharedDate, { params: { dateId } })));
  await told(async () => ok(await ada.api(clearAlert, {})));
  let code = '';
  await told(async () => {
    code = (await setUpSecondFactor(app, ada, app.clock.now())).recoveryCodes[0]!;
  });
  await told(async () => ok(await ada.api(renewRecoveryCodes, { body: { password: PASSWORD, code } })));
  // A call that changes nothing sends nothing.
  ok(await update({ bio: 'Likes rivers.' }));
  await unblock(ada, bela);
  for (const tab of [own, other]) await tab.roundTrip();
  expect(own.events).toHaveLength(times);
  expect(other.events).toEqual([]);
});

test('an email verified on one device is verified on the others', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { step: 5 });
  await using other = await connectStomp({ url: app.url, token: ada.token });
  ok(await ada.api(sendVerificationCode, { body: { userId: ada.id } }));
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
  const code = /\b\d{6}\b/.exec(app.mailbox.list(ada.email)[0]!.text)![0];
  ok(await ada.api(verifyCode, { body: { userId: ada.id, code } }));
  expect(await other.nextEvent('profiles')).toEqual({ userId: ada.id });
});
