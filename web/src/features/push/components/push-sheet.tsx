import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { closePushSheet, usePushSheet } from '../sheet-store.ts';
import { allowPush } from '../subscription.ts';
import { words } from '../words.ts';

/** Says what notifications are for before the browser asks. Stands once, at the root of the app; its code comes when it opens. */
export default function PushSheet() {
  const open = usePushSheet() ?? false;
  const ask = () => {
    closePushSheet();
    void allowPush();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) closePushSheet();
      }}
      title={words.title}
      description={<span className="inline-block first-letter:uppercase">{words.text}</span>}
      footer={
        <Button block onClick={ask}>
          {words.ok}
        </Button>
      }
    />
  );
}
