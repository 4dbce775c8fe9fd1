import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { fetchDocument } from '../documents.ts';
import { words } from '../words.ts';

export type DocumentName = 'terms' | 'privacy';

type Props = {
  /** Undefined while the dialog is closed. */
  name: DocumentName | undefined;
  onClose: () => void;
};

/** Shows the Terms of Use or the Privacy Policy in a dialog. */
export function DocumentDialog({ name, onClose }: Props) {
  // Keeps the text while the dialog fades out.
  const [last, setLast] = useState<DocumentName>(name ?? 'terms');
  if (name && name !== last) setLast(name);
  const { title, url } = words.documents[last];
  const text = useQuery({
    queryKey: ['document', url],
    queryFn: async ({ signal }) => {
      const [content] = await Promise.all([fetchDocument(url, signal), import('../../../styles/prose.css')]);
      return content;
    },
    enabled: name !== undefined,
    staleTime: Infinity,
  });
  const content = text.data;
  const show = useCallback(
    (box: HTMLElement | null) => box?.replaceChildren(content!.cloneNode(true)),
    [content],
  );
  return (
    <Sheet
      open={name !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      wide
    >
      {text.isSuccess ? (
        <div className="prose" ref={show} />
      ) : text.isError ? (
        <div className="flex flex-col gap-4">
          <InlineError>{words.documents.failed}</InlineError>
          <Button
            variant="ghost"
            size="medium"
            block
            busy={text.isFetching}
            onClick={() => void text.refetch()}
          >
            {words.documents.retry}
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={words.documents.loading} className="flex flex-col gap-3 pt-2">
          {[92, 100, 84, 96, 60].map((width) => (
            <Skeleton key={width} className="h-4" style={{ width: `${width}%` }} />
          ))}
        </div>
      )}
    </Sheet>
  );
}
