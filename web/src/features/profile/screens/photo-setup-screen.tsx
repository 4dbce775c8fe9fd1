import { SETUP_PHOTOS, STEP } from '@herenow/contract/constants';
import { useMe } from '../../../lib/session.ts';
import { PhotoEditor, usePhotos } from '../../photos/index.ts';
import { SetupStep } from '../components/setup-step.tsx';
import { words } from '../words.ts';

export default function PhotoSetupScreen() {
  const me = useMe();
  const draft = `photos:${me.id}`;
  const list = usePhotos({ userId: me.id, saved: me.photos, draft });
  return (
    <SetupStep
      step={STEP.photos}
      title={words.photos.title}
      text={words.photos.text(SETUP_PHOTOS)}
      draft={draft}
      shown={{ photo: list.photos[0] }}
      values={() => ({ photos: list.photos.map(({ url }) => ({ url })) })}
      ready={list.photos.length > 0 && !list.busy}
    >
      <PhotoEditor list={list} max={SETUP_PHOTOS} />
    </SetupStep>
  );
}
