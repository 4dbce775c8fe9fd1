import { PinMark } from '../../ui/pin-mark.tsx';
import { words } from './words.ts';

/** The tagline with the pin standing in for the `o` of `now`; read aloud it is plain text. */
export function Tagline() {
  return (
    <h1 className="tagline">
      {words.tagline.map((line) => {
        const at = line.indexOf('now');
        return (
          <span key={line} className="block">
            {at < 0 ? (
              line
            ) : (
              <>
                {line.slice(0, at + 1)}
                <span className="pin-letter">
                  <span className="text-transparent">o</span>
                  <span aria-hidden="true" className="pin-letter-pin">
                    <span className="pin-letter-ring" />
                    <PinMark className="size-full" />
                  </span>
                </span>
                {line.slice(at + 2)}
              </>
            )}{' '}
          </span>
        );
      })}
    </h1>
  );
}
