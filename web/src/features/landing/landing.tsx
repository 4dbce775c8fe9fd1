import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Closing, Footer } from './footer.tsx';
import { Phone } from './phone.tsx';
import { Different, HowItWorks, Privacy, QuietDrop } from './sections.tsx';
import { StreetMap } from './street-map.tsx';
import { Tagline } from './tagline.tsx';
import { words } from './words.ts';

/** The page at `/`. It is rendered when the client is built and needs no script to be read or clicked. */
export function Landing() {
  return (
    <>
      <div className="night hero relative overflow-hidden bg-paper text-ink">
        <StreetMap />
        <header className="relative mx-auto flex w-full max-w-6xl items-center justify-between gutter pt-[max(1rem,env(safe-area-inset-top))]">
          <a href="/" aria-label="Herenow" className="-m-2 rounded-field p-2">
            <Logo />
          </a>
          <a href="/login" className={buttonClass({ variant: 'ghost', size: 'medium' })}>
            {words.logIn}
          </a>
        </header>
        <main className="relative mx-auto grid w-full max-w-6xl gutter lg:grid-cols-[1fr_auto] lg:items-center lg:gap-16">
          <div className="pt-12 pb-12 lg:py-24">
            <Tagline />
            <p className="mt-7 max-w-[34ch] text-lead text-soft">{words.intro}</p>
            <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
              <a href="/register" className={buttonClass()}>
                <span className="px-6">{words.join}</span>
              </a>
              <p className="text-small text-soft">{words.adults}</p>
            </div>
          </div>
          <Phone />
        </main>
      </div>
      <Different />
      <HowItWorks />
      <QuietDrop />
      <Privacy />
      <Closing />
      <Footer />
    </>
  );
}
