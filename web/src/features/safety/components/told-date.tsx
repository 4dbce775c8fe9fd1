import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';
import { useDateOf } from '../date-queries.ts';
import { words } from '../date-words.ts';

/** What a user tells a friend about a date. The friend needs no account and sees only what the user wrote. */
export function ToldDate({ token }: { token: string }) {
  const date = useDateOf(token);
  if (!date.data)
    return (
      <main>
        <Loaded page query={date} failed={words.page.failed}>
          {() => <EmptyState heading="h1" page title={words.page.gone} text={words.page.goneText} />}
        </Loaded>
      </main>
    );
  const { who, place, until, over } = date.data;
  const when = new Date(until).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
  return (
    <>
      <PageHeader title={words.page.title} action={<PinMark className="me-3 size-8 text-signal" />} />
      <main className="mx-auto w-full max-w-2xl px-5 pt-4 pb-16">
        <p className="text-body text-soft">{words.page.text}</p>
        <dl className="mt-6 flex flex-col gap-4 rounded-card bg-sunken p-5">
          <Line name={words.page.who} text={who} />
          {place !== '' && <Line name={words.page.place} text={place} />}
          <Line name={words.page.until} text={when} />
        </dl>
        <p role="status" className="mt-6 text-body font-bold">
          {over && words.page.over}
        </p>
        <p className="mt-3 text-small text-soft">{words.page.worried}</p>
      </main>
    </>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd className="text-title break-words">
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}
