import { useEffect } from 'react';
import { AcceptedMoment, useLiveChats, useWaitingCount } from '../features/chats/index.ts';
import { PresenceExpiry } from '../features/presence/index.ts';
import { usePushCheck, usePushSheet } from '../features/push/index.ts';
import { useReportRequest } from '../features/safety/index.ts';
import { whenIdle, whenQuiet } from '../first-paint/when-idle.ts';
import { useConnectionTrouble } from '../lib/realtime/index.ts';
import { useSession, verifiedUser } from '../lib/session.ts';
import { useChannel } from './use-channel.ts';
import { later } from '../ui/later.tsx';
import { useLater } from './use-later.ts';
import { useInstalledApp } from './use-installed-app.ts';
import { channelTrouble, spareTime, unreadChats } from './told-later.ts';
import { whenSpare } from './when-spare.ts';

const PushSheet = later(() => import('../features/push/components/push-sheet.tsx'));
const ReportForm = later(() => import('../features/safety/components/report-form.tsx'));

void import('./before-quiet.ts').catch(() => undefined);

/**
 * Runs what every page needs but no first frame shows: the realtime channel and the reactions to its events. Its code
 * loads once the page is rendered.
 */
export default function Background() {
  useChannel();
  usePushCheck();
  useLiveChats();
  useEffect(() => whenQuiet(() => void import('./later-screens.ts').catch(() => undefined)), []);
  useEffect(() => whenSpare(() => spareTime.set(true)), []);
  const session = useSession();
  const signedIn = session.user !== null;
  const idle = useLater(whenIdle);
  const waiting = useWaitingCount(session.user?.id ?? '', idle && verifiedUser(session) !== undefined);
  useEffect(() => unreadChats.set(waiting), [waiting]);
  const trouble = useConnectionTrouble();
  useEffect(() => channelTrouble.set(trouble), [trouble]);
  useInstalledApp({ signedIn, unread: waiting });
  const offersPush = usePushSheet() !== undefined;
  const report = useReportRequest();
  return (
    <>
      <PresenceExpiry />
      {report && report.by === session.user?.id && <ReportForm {...report} />}
      {signedIn && offersPush && <PushSheet />}
      {signedIn && <AcceptedMoment />}
    </>
  );
}
