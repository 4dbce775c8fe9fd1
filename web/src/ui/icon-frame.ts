import { createElement, type ComponentProps, type ReactNode } from 'react';

/**
 * Returns an icon component made of these lines, as the library draws them: hidden from screen readers unless it has
 * a name.
 */
export function iconOf(lines: readonly [tag: string, attributes: object][]) {
  return (props: ComponentProps<'svg'>): ReactNode =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !props['aria-label'],
        ...props,
      },
      ...lines.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
