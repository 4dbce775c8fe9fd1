import { cx } from './cx.ts';
import { BackButton } from './back-button.tsx';

type Props = {
  title: string;
  onBack: () => void;
  /** As wide as a two-column page. */
  wide?: boolean | undefined;
};

/** The header of a page below the first level: back and title. It stays on top while scrolling. */
export function PageHeader({ title, onBack, wide }: Props) {
  return (
    <header className="sticky top-0 z-20 bg-paper/92 frosted safe-top">
      <div
        className={cx(
          'mx-auto flex min-h-14 w-full max-w-2xl items-center gap-1 px-2 py-1.5 lg:min-h-16',
          wide && 'lg:max-w-5xl',
        )}
      >
        <BackButton onClick={onBack} />
        {/* On a phone it is smaller than the headings of the page below it. */}
        <h1 className="min-w-0 flex-1 text-body font-bold wrap-break-word lg:text-heading">{title}</h1>
      </div>
    </header>
  );
}
