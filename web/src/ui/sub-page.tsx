import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { PageHeader } from './page-header.tsx';

type Props = { title: string; onBack: () => void; className?: string; children: ReactNode };

/** A page below the first level: its header, and the content in one column. */
export function SubPage({ title, onBack, className, children }: Props) {
  return (
    <>
      <PageHeader title={title} onBack={onBack} />
      <main className={cx('mx-auto w-full max-w-2xl px-5 pt-4 pb-12', className)}>{children}</main>
    </>
  );
}
