import { DEFAULT_VISIBILITY_HOURS, VISIBILITY_HOURS } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { useEffect, useLayoutEffect, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { warn } from '../../../lib/log.ts';
import { navigate, useLocation } from '../../../lib/navigation.tsx';
import { useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { listen } from '../../../lib/window-events.ts';
import { Button } from '../../../ui/button.tsx';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { later } from '../../../ui/later.tsx';
import { preloadSheet, Sheet } from '../../../ui/sheet.tsx';
import { questionHere } from '../../places/index.ts';
import { showPresenceBanner } from '../banner-store.ts';
import { useEndPresence, useBeginPresence } from '../queries.ts';
import {
  closeVisibility,
  useVisibilityRequest,
  visibilityRequest,
  type SheetRequest,
} from '../sheet-store.ts';
import { countdown, isActive, isOnline, remainingMs } from '../visibility.ts';
import { words } from '../sheet-words.ts';
import { words as shared } from '../words.ts';

const OwnCard = later(() => import('./own-card.tsx'));
/** How long to wait for the next page before confirming without it that the user is visible. */
const MOST_LED_MS = 1000;
/** The code of `placeUnknown`: importing the refusal would add all of them. */
const PLACE_UNKNOWN = 'place-unknown';
/** Callbacks that wait for the next page to be on the screen. */
let arrive: (() => void) | undefined;

// A request of one user must not be shown to the next who signs in.
listen('presenceChanged', closeVisibility);

/** The app's visibility sheet. Mounted once, at the root, and opened on request. */
export default function VisibilitySheet() {
  useEffect(preloadSheet, []);
  const request = useVisibilityRequest();
  const user = useSession().user ?? undefined;
  const [shown, setShown] = useState({ request, me: user });
  const { me } = shown;
  const now = useNow(1000, !!request);
  const online = isOnline(me, now);
  const [hours, setHours] = useState<(typeof VISIBILITY_HOURS)[number]>(DEFAULT_VISIBILITY_HOURS);
  const { open, end, busy, error, question, reset } = useVisibilityActions(request);

  // While it closes, the sheet shows what it did before.
  if (request && !busy && (request !== shown.request || me !== user)) {
    if (request !== shown.request) reset();
    setShown({ request, me: user });
  }

  const until = online ? (me?.onlineUntil ?? null) : hours;
  return (
    <Sheet
      open={!!request}
      onOpenChange={closeVisibility}
      title={online ? words.goIncognito : words.goVisibleTitle}
      description={question?.text ?? describe(shown.request, me, now)}
      footer={
        <div className="flex flex-col gap-3">
          <InlineError>{error}</InlineError>
          {(!online || me?.status === 'incognito') && (
            <Button block busy={busy === 'online'} onClick={() => open('online', until)}>
              {question?.confirm ?? words.goVisibleNow}
            </Button>
          )}
          <p className="mt-3 text-small text-soft">
            {online ? words.incognitoEndlessText : words.incognitoText}
          </p>
          <Button
            block
            variant="quiet"
            busy={busy === 'incognito'}
            onClick={() => open('incognito', online ? null : until)}
          >
            {words.goIncognito}
          </Button>
          {isActive(me, now) && (
            <Button block variant="ghost" busy={busy === 'offline'} onClick={end}>
              {words.goOffline}
            </Button>
          )}
        </div>
      }
    >
      <div className="own-card">{me && <OwnCard me={me} until={until} />}</div>
      {!online && (
        <div className="hours flex flex-col gap-2">
          <p className="text-small font-semibold">{words.howLong}</p>
          <ChipGroup
            label={words.howLong}
            options={VISIBILITY_HOURS}
            format={words.hours}
            selected={[hours]}
            max={1}
            equal
            onChange={([next = hours]) => setHours(next)}
          />
        </div>
      )}
    </Sheet>
  );
}

/** Returns what to ask after a refusal for want of a place; throws any other failure. */
async function askForPlace(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== PLACE_UNKNOWN) throw error;
  return questionHere(true);
}

/** Why the sheet is open, or the user's current status. */
function describe(request: SheetRequest | undefined, me: OwnUser | undefined, now: number): string {
  const online = isOnline(me, now);
  const endless = me?.status === 'incognito' && isActive(me, now) && !online;
  const name = request?.pin?.name;
  if (name !== undefined) return words[endless ? 'pinNeedsEnd' : 'pinNeedsSession'](name);
  if (endless) return words.incognitoEndless;
  if (!online) return words.visibleText;
  const left = countdown(remainingMs(me?.onlineUntil, now));
  return words[me?.status === 'incognito' ? 'incognito' : 'visible'](left);
}

function useVisibilityActions(request: SheetRequest | undefined) {
  const { key } = useLocation();
  // Runs before the page's first paint, or when the sheet unmounts earlier.
  useLayoutEffect(() => () => arrive?.(), [key]);
  const beginPresence = useBeginPresence();
  const endPresence = useEndPresence();
  const [busy, setBusy] = useState<'online' | 'incognito' | 'offline'>();
  const [error, setError] = useState<string>();
  const [question, setQuestion] = useState<Awaited<ReturnType<typeof questionHere>>>();

  const run = async (
    status: 'online' | 'incognito' | 'offline',
    /** Returns the new record if the status has changed; otherwise the sheet stays open. */
    action: () => Promise<unknown>,
    failure: string,
  ) => {
    if (busy) return;
    setBusy(status);
    setError(undefined);
    try {
      if (!(await action())) return;
      closeVisibility();
      showPresenceBanner(status);
    } catch (problem) {
      warn('not changed', problem);
      if (request?.flow !== 'feed' || status === 'offline') setError(failure);
    } finally {
      setBusy(undefined);
    }
  };

  const open = (status: 'online' | 'incognito', until: number | string | null) =>
    void run(
      status,
      async () => {
        if (question ? question.again : status === 'online') {
          const here = await questionHere();
          // A user who has closed the sheet meanwhile has not confirmed this.
          if (visibilityRequest() !== request) return;
          if (here && (status === 'online' || here.again)) return setQuestion(here);
        }
        const begin = beginPresence.mutateAsync({
          status,
          until,
          lead:
            typeof until === 'number' &&
            (() =>
              new Promise((resolve) => {
                arrive = resolve;
                setTimeout(resolve, MOST_LED_MS);
                navigate('/payment-success', { state: { returnTo: request?.returnTo } });
              })),
        });
        const unplaced = await begin.then(() => undefined, askForPlace);
        if (unplaced) return setQuestion(unplaced);
        request?.pin?.go();
        return status;
      },
      words.openFailed,
    );

  return {
    busy,
    error,
    question,
    reset: () => {
      setError(undefined);
      setQuestion(undefined);
    },
    open,
    end: () => void run('offline', () => endPresence.mutateAsync(), shared.offlineFailed),
  };
}
