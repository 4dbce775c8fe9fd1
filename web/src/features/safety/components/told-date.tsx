import { PhoneCall } from 'lucide-react';
import { Loaded } from '../../../ui/loaded.tsx';
import { LinkPage } from '../../../ui/link-page.tsx';
import { Points } from '../../../ui/points.tsx';
import { useDateOf } from '../date-queries.ts';
import { words } from '../date-words.ts';

/** What a user tells a friend about a date. The friend needs no account and sees only what the user wrote. */
export function ToldDate({ token }: { token: string }) {
  const date = useDateOf(token);
  if (date.data === null)
    return (
      <LinkPage title={words.page.gone} scene="gone" about={words.page.about}>
        <p className="mt-2 text-body text-soft">{words.page.goneText}</p>
        <Worried />
      </LinkPage>
    );
  if (!date.data)
    return (
      <main>
        <Loaded page query={date} failed={words.page.failed}>
          {() => null}
        </Loaded>
      </main>
    );
  const { who, place, until, over } = date.data;
  const when = new Date(until).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
  return (
    <LinkPage title={words.page.title} about={words.page.about}>
      <p className="mt-2 text-body text-soft">{words.page.text}</p>
      <dl className="mt-6 flex flex-col gap-5 rounded-card bg-sunken p-5">
        <Line name={words.page.who} text={who} />
        {place !== '' && <Line name={words.page.place} text={place} />}
        <Line name={words.page.until} text={when} />
      </dl>
      <p role="status" className="mt-6 text-body font-bold empty:hidden">
        {over && words.page.over}
      </p>
      <Worried />
    </LinkPage>
  );
}

function Worried() {
  const { worriedTitle: title, worried: text } = words.page;
  return (
    <div className="mt-9">
      <Points points={[{ icon: PhoneCall, title, text }]} />
    </div>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd className="text-title font-semibold text-balance break-words">
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}
