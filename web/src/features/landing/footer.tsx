import { SITE_LABEL } from '@herenow/contract/constants';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { words } from './words.ts';

export function Closing() {
  return (
    <section className="night bg-paper text-ink">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-end justify-between gap-8 gutter pt-20 pb-16 lg:pt-28">
        <h2 className="closing-title">{words.closing}</h2>
        <div className="flex flex-wrap gap-3">
          <a href="/register" className={buttonClass()}>
            {words.startPinning}
          </a>
          <a href="/login" className={buttonClass({ variant: 'ghost' })}>
            {words.logIn}
          </a>
        </div>
      </div>
    </section>
  );
}

export function Footer() {
  const { about, legal, help, social, version, site } = words.footer;
  return (
    <footer className="night bg-paper text-ink">
      <div className="mx-auto w-full max-w-6xl gutter pb-[max(2rem,env(safe-area-inset-bottom))]">
        <nav
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-6 gap-y-10 border-t border-line pt-12 md:grid-cols-4"
        >
          <Group
            title={about.title}
            links={[
              ['/about', about.mission],
              ['/discover-more', about.discover],
            ]}
          />
          <Group
            title={help.title}
            links={[
              ['/safe-dating-tips', help.safety],
              ['/faq', help.faq],
            ]}
          />
          <Group
            title={legal.title}
            links={[
              ['/legal', legal.privacy],
              ['/legal', legal.terms],
              ['/cookie-policy', legal.cookies],
            ]}
          />
          <Group
            title={social.title}
            links={social.links.map((name) => [`https://${SITE_LABEL}/${name.toLowerCase()}`, name])}
          />
        </nav>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-small text-soft">
          <Logo className="text-ink" />
          <p className="tabular">
            {site} · {version}
          </p>
        </div>
      </div>
    </footer>
  );
}

function Group({ title, links }: { title: string; links: readonly (readonly [string, string])[] }) {
  return (
    <div>
      <h2 className="font-text text-small font-semibold tracking-normal text-soft">{title}</h2>
      <ul className="mt-2 flex flex-col">
        {links.map(([href, label]) => (
          <li key={label}>
            <a href={href} className="inline-flex min-h-11 items-center text-body hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
