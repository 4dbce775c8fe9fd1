import { Footer } from '../footer.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { words } from '../words.ts';

export type DocumentText = {
  title: string;
  description: string;
  intro: string;
  sections: readonly { title: string; paragraphs: readonly string[] }[];
};

/** A text of the footer: nothing but reading, in the width that reads well. */
export function DocumentPage({ text }: { text: DocumentText }) {
  return (
    <>
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gutter pt-[max(1rem,env(safe-area-inset-top))]">
        <a href="/" aria-label="Herenow" className="-m-2 rounded-field p-2">
          <Logo />
        </a>
        <a href="/login" className={buttonClass({ variant: 'ghost', size: 'medium' })}>
          {words.logIn}
        </a>
      </header>
      <main className="mx-auto w-full max-w-6xl gutter pt-16 pb-24 lg:pt-24">
        <h1 className="section-title">{text.title}</h1>
        <p className="mt-5 max-w-[44ch] text-lead text-soft">{text.intro}</p>
        <div className="mt-12 flex flex-col">
          {text.sections.map((section) => (
            <section
              key={section.title}
              className="grid gap-x-12 gap-y-3 border-t border-line py-8 lg:grid-cols-[5fr_8fr]"
            >
              <h2 className="text-title">{section.title}</h2>
              <div className="flex max-w-[62ch] flex-col gap-3 text-body">
                {section.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </section>
          ))}
        </div>
      </main>
      <Footer />
    </>
  );
}
