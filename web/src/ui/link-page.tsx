import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import { PinScene } from './pin-scene.tsx';

type Props = {
  title: string;
  /** Draws the pin above the title: red for something done, grey for something gone. */
  scene?: 'done' | 'gone';
  /** The link at the end for people who may not know the product. */
  about?: string;
  children: ReactNode;
};

/** A page that a link in a mail or a message opens: for people who may not know the product, with nothing around it. */
export function LinkPage({ title, scene, about, children }: Props) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-5 pb-8 md:pt-[max(1.5rem,9dvh)]">
      <header className="flex min-h-16 items-center safe-top">
        <Logo />
      </header>
      <main className="pt-4">
        {scene && <PinScene quiet={scene === 'gone'} className="mb-8 self-center" />}
        <h1 className="text-heading">{title}</h1>
        {children}
      </main>
      {about && (
        // The start page is a separate document.
        <footer className="mt-auto pt-9 text-small">
          <a href="/" className="font-semibold text-signal-ink underline underline-offset-4">
            {about}
          </a>
        </footer>
      )}
    </div>
  );
}
