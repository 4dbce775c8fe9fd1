import { useQuery } from '@tanstack/react-query';
import { navigate } from '../../../lib/navigation.tsx';
import { useFirstTime } from '../../../ui/hint.tsx';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/chip.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { commonIdeas, otherUserOptions, shownIdeas } from '../../profile/index.ts';
import { closeMoment } from '../../pins/index.ts';
import { otherOf, useChats } from '../queries.ts';
import { words } from '../parts-words.ts';
import { words as shared } from '../words.ts';
import { BothFaces } from './both-faces.tsx';

/** Both photos, the shared date ideas, and the button into the chat. */
export default function AcceptedMomentPanel({ chatId }: { chatId: string }) {
  const me = useMe();
  const chat = useChats().data?.find(({ id }) => id === chatId);
  const other = chat && otherOf(chat, me.id);
  const user = useQuery({ ...otherUserOptions(other?.id ?? ''), enabled: other !== undefined }).data;
  const first = useFirstTime('accepted', other !== undefined);
  if (!other) return null;
  const common = shownIdeas(commonIdeas(user?.myTags ?? [], me.myTags));
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
      {common.length > 0 && (
        <section className="mt-4">
          <h3 className="text-center text-small font-semibold text-soft">{shared.common}</h3>
          <ul className="mt-2.5 flex flex-wrap justify-center gap-2">
            {common.map((idea) => (
              <li key={idea}>
                <Tag>{idea}</Tag>
              </li>
            ))}
          </ul>
        </section>
      )}
      {first && <p className="mt-5 text-center text-small text-balance text-soft">{words.moment.tip}</p>}
    </Sheet>
  );
}
