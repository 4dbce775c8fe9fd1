import { BIO_MAX } from '@herenow/contract/constants';
import { tidyBio } from '@herenow/contract/rules';
import { bioLong } from '@herenow/contract/refusals';
import type { ComponentProps } from 'react';
import { TextArea } from '../../../ui/text-area.tsx';
import { words } from '../words.ts';

type Props = Omit<ComponentProps<typeof TextArea>, 'label' | 'hint'> & { written: string };

/** The field for the bio, with the number of characters left. */
export function BioField({ written, error, ...field }: Props) {
  const left = BIO_MAX - [...tidyBio(written)].length;
  return (
    <TextArea
      label={words.mine.bio}
      placeholder={words.mine.bioPlaceholder}
      hint={words.mine.bioLeft(left)}
      error={error ?? (left < 0 ? bioLong.text : undefined)}
      {...field}
    />
  );
}
