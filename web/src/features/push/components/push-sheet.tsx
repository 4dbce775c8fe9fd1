import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { closePushSheet, usePushSheet } from '../sheet-store.ts';
import { allowPush } from '../subscription.ts';
import { words } from '../words.ts';

/** Explains notifications before the browser asks for the permission. Mounted once, at the root of the app. */
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
