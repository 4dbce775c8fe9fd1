import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { navigate } from '../../../lib/navigation.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { openReport, useBlock } from '../../safety/index.ts';
import { hidePerson, showPerson } from '../hidden-people.ts';
import type { Person } from '../person.ts';
import { words } from '../person-words.ts';

export function PersonMenu({ person }: { person: Person }) {
  const [blocking, setBlocking] = useState(false);
  const block = useBlock();
  const onBlock = () => {
    hidePerson(person.id);
    // A failure shows no message either: the block is undone, and the person is in the feed again.
    void block.mutateAsync(person.id).catch(() => showPerson(person.id));
    navigate('/feed', { replace: true });
  };
  return (
    <div className="absolute end-3 top-[calc(env(safe-area-inset-top)+0.75rem)] z-10">
      <Menu
        label={words.profile.menu}
        icon={<EllipsisVertical className="size-[22px]" />}
        tone="onPhoto"
        items={[
          { label: words.profile.block, onSelect: () => setBlocking(true), movesFocus: true, danger: true },
          {
            label: words.profile.report,
            onSelect: () =>
              openReport({
                userId: person.id,
                name: person.name,
                photos: person.photos,
                leaveTo: '/feed',
                onBlocked: () => hidePerson(person.id),
              }),
            movesFocus: true,
          },
        ]}
      />
      <ConfirmDialog
        open={blocking}
        onOpenChange={setBlocking}
        title={words.profile.blockTitle(person.name)}
        description={words.profile.blockText}
        confirmText={words.profile.block}
        danger
        onConfirm={onBlock}
      />
    </div>
  );
}
