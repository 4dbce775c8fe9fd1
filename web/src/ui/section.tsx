import { useId, type ReactNode } from 'react';

type Props = {
  title: string;
  /** `h3` on a page whose parts have a title of their own. */
  heading?: 'h2' | 'h3';
  /** A line or two below the title. */
  text?: string;
  className?: string;
  children: ReactNode;
};

/** A part of a page, which screen readers name by its title. */
export function Section({ title, heading: Heading = 'h2', text, className, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className={Heading === 'h2' ? 'text-title' : 'text-body'}>
        {title}
      </Heading>
      {text && <p className="mt-1 text-small text-soft">{text}</p>}
      {children}
    </section>
  );
}
