import type { CSSProperties } from 'react';
import { pinShape } from '../../ui/pin-shape.ts';
import { words } from './words.ts';

const { body, dot } = pinShape;
const pin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${body}" fill-rule="evenodd"/><circle cx="${dot.cx}" cy="${dot.cy}" r="${dot.r}"/></svg>`;
const pinStyle = { '--pin': `url("data:image/svg+xml,${encodeURIComponent(pin)}")` } as CSSProperties;

/** The tagline with the pin on the `o` of `now`; plain text in the document. */
export function Tagline() {
  return (
    <h1 className="tagline">
      {words.tagline.map((line) => {
        const [before, after] = line.split('now');
        return (
          <span key={line} className="block">
            {after === undefined ? (
              line
            ) : (
              <>
                {before}n
                <span className="pin-letter" style={pinStyle}>
                  o
                </span>
                w{after}
              </>
            )}{' '}
          </span>
        );
      })}
    </h1>
  );
}
