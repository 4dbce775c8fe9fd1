import { useQuery } from '@tanstack/react-query';
import { navigate } from '../../../lib/navigation.tsx';
import { useFirstTime } from '../../../ui/hint.tsx';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { otherUserOptions } from '../../profile/index.ts';
import { closeMoment } from '../../pins/index.ts';
import { otherOf, useChats } from '../queries.ts';
import { words } from '../parts-words.ts';
import { BothFaces, BothLike } from './both-faces.tsx';

/** Both photos, the shared date ideas, and the button into the chat. */
export default function AcceptedMomentPanel({ chatId }: { chatId: string }) {
  const me = useMe();
  const chat = useChats().data?.find(({ id }) => id === chatId);
  const other = chat && otherOf(chat, me.id);
  const user = useQuery({ ...otherUserOptions(other?.id ?? ''), enabled: other !== undefined }).data;
  const first = useFirstTime('accepted', other !== undefined);
  if (!other) return null;
  return (
    <Sheet
      open
      onOpenChange={closeMoment}
      title={words.moment.title(other.name)}
      description={words.moment.text}
      scene={<BothFaces mine={me.photos[0]} theirs={user?.photos?.[0] ?? photoAt(other.photoUrl)} />}
      footer={
        <>
          <Button
            block
            onClick={() => {
              closeMoment();
              navigate(`/chat/${chatId}`);
            }}
          >
            {words.moment.say}
          </Button>
          <Button block variant="ghost" onClick={closeMoment}>
            {words.moment.later}
          </Button>
        </>
      }
    >
      <div className="mt-4 empty:hidden">
        <BothLike theirs={user?.myTags} />
      </div>
      {first && <p className="mt-5 text-center text-small text-balance text-soft">{words.moment.tip}</p>}
    </Sheet>
  );
}
