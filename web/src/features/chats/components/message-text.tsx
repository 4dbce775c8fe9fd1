import { MapPin } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useFirstTime } from '../../../ui/hint.tsx';
import { createStore } from '../../../lib/value-store.ts';
import { isDisguised, piecesOf, type Piece } from '../links.ts';
import { words } from '../parts-words.ts';

const asked = createStore<Piece | undefined>(undefined);

/**
 * Whether a text needs more than the plain element, which otherwise stays: replacing it would make a screen reader read
 * it again.
 */
export const hasLink = (text: string): boolean => piecesOf(text).some(({ link }) => link !== undefined);

/** The text of a message with its links and places. They are buttons, since a real link would skip the question. */
export function MessageText({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text]);
  return pieces.map((piece, at) =>
    piece.link ? (
      <button
        key={at}
        type="button"
        onClick={() => asked.set(piece)}
        aria-label={piece.place ? words.place(piece.text) : undefined}
        className="message-link"
      >
        {piece.place && <MapPin aria-hidden />}
        {piece.text}
      </button>
    ) : (
      piece.text
    ),
  );
}

/** Shows where a link really leads before it is opened. Nothing is fetched from there until then. */
export function LinkQuestion() {
  const piece = asked.use();
  const [shown, setShown] = useState(piece);
  if (piece && piece !== shown) setShown(piece);
  useEffect(() => () => asked.set(undefined), []);
  const link = shown?.link;
  if (!link) return null;
  return (
    <ConfirmDialog
      open={piece !== undefined}
      onOpenChange={() => asked.set(undefined)}
      title={shown.place ? words.openPlaceTitle : words.openTitle}
      description={
        <>
          {words.openText} <strong dir="ltr">{link.host}</strong>
          <FirstLinkTip />
          {isDisguised(link) && <span className="block">{words.disguised}</span>}
          <span dir="ltr" className="message-address">
            {link.href}
          </span>
        </>
      }
      confirmText={words.open}
      onConfirm={() => {
        asked.set(undefined);
        window.open(link.href, '_blank', 'noopener,noreferrer');
      }}
    />
  );
}

function FirstLinkTip() {
  return useFirstTime('link') && <span className="mt-2 block">{words.linkTip}</span>;
}
