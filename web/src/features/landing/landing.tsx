import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Closing, Footer } from './footer.tsx';
import { Phone } from './phone.tsx';
import { Different, HowItWorks, Privacy, QuietDrop } from './sections.tsx';
import { StreetMap } from './street-map.tsx';
import { Tagline } from './tagline.tsx';
import { words } from './words.ts';

/** The page at `/`, rendered at build time: it can be read and clicked without scripts. */
export function Landing() {
  return (
    <>
      <header className="night absolute inset-x-0 top-0 z-10 text-ink">
        <div className="mx-auto flex w-full max-w-6xl gutter pt-[max(1rem,env(safe-area-inset-top))]">
          {/* If the name does not fit, it wraps out of view and the mark stays. */}
          <a href="/" aria-label="Herenow" className="-m-2 rounded-field p-2">
            <Logo className="h-[1.35em] flex-wrap overflow-hidden" />
          </a>
        </div>
      </header>
      <main>
        <Hero />
        <Different />
        <HowItWorks />
        <QuietDrop />
        <Privacy />
        <Closing />
      </main>
      <Footer />
    </>
  );
}

function Hero() {
  return (
    <section className="night relative overflow-hidden bg-paper text-ink">
      <StreetMap />
      <div className="hero relative mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gutter pt-16 lg:grid-cols-[1fr_auto] lg:items-center lg:gap-16">
        <div className="pt-[min(3rem,6vh)] pb-14 lg:py-[min(6rem,8svh)]">
          <Tagline />
          <p className="mt-7 max-w-[34ch] text-lead text-soft">{words.intro}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <a href="/register" className={buttonClass()}>
              <span className="px-6">{words.join}</span>
            </a>
            <a href="/login" className={buttonClass({ variant: 'ghost' })}>
              {words.logIn}
            </a>
          </div>
          <p className="mt-4 text-small text-soft">{words.adults}</p>
        </div>
        <Phone />
      </div>
    </section>
  );
}
