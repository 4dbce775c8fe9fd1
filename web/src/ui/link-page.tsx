import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

type Props = { title: string; children: ReactNode };

/** A page that a link in a mail or a message opens: for people who may not know the product, with nothing around it. */
export function LinkPage({ title, children }: Props) {
  return (
    <div className="mx-auto w-full max-w-lg px-5 pb-16 md:pt-[max(1.5rem,9dvh)]">
      <header className="flex min-h-16 items-center safe-top">
        <Logo />
      </header>
      <main className="pt-4">
        <h1 className="text-heading">{title}</h1>
        {children}
      </main>
    </div>
  );
}
