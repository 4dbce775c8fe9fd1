import { later } from '../../../ui/later.tsx';
import { useMoment } from '../../pins/index.ts';

const Panel = later(() => import('./accepted-moment-panel.tsx'));

/** Celebrates an accepted pin. Mounted once, at the root of the app. */
export function AcceptedMoment() {
  const chatId = useMoment();
  return chatId !== undefined && <Panel chatId={chatId} />;
}
