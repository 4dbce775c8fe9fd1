import { useEffect, useId, useState } from 'react';
import { useStoredElsewhere } from '../../../lib/window-events.ts';
import { cx } from '../../../ui/cx.ts';
import { readTheme, setTheme, type Theme } from '../../../ui/theme.ts';
import { words } from '../words.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Chooses the light theme, the dark one, or that of the device. */
export function ThemeChoice() {
  const group = useId();
  const [theme, choose] = useState(readTheme);
  const follow = () => choose(readTheme());
  useStoredElsewhere(follow);
  // It may have changed between the first render and the listeners.
  useEffect(() => choose(readTheme()), []);
  return (
    <fieldset className="mt-8">
      <legend className="mb-3 text-small font-semibold">{words.settings.theme}</legend>
      <div className="flex flex-wrap gap-1 rounded-field bg-sunken p-1">
        {themes.map((one) => (
          <label
            key={one}
            className={cx(
              'flex min-h-11 flex-1 items-center justify-center rounded-[12px] px-2 text-center text-small font-semibold transition-colors duration-160',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink',
              one === theme ? 'bg-ink text-paper' : 'text-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={group}
              value={one}
              checked={one === theme}
              onChange={() => {
                setTheme(one);
                choose(one);
              }}
              className="sr-only"
            />
            {words.settings.themes[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
