import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { cut } from './cut.ts';
import { CUTS } from './react-cuts.ts';
import { withoutKinds } from './react-kinds.ts';
import { undeclared, type AnyNode } from './syntax.ts';

/** Names that neither the client nor one of its libraries may use, beside exports, which would be missing. */
const LEFT_OUT_NAMES =
  /\b(?:getSnapshotBeforeUpdate|UNSAFE_\w+|onBeforeInput|on(?:CanPlay\w*|Ended|Play|Playing|RateChange|Seek\w+|Stalled|TimeUpdate|VolumeChange|Waiting))\b/;

/** What else the client may not ask React for. */
const LEFT_OUT = [
  /<Fragment\b[^>]*\bref=/,
  // Tags that React would move into the head, and those that a page defines.
  /<(?:html|head|body|link|meta|script|style|title|[a-z]+-[a-z]+)\b[^>]*>/,
  /<form\b[^>]*\saction=|\sformAction=/,
  /\s(?:contentEditable|(?:xlink|xml)[A-Z]\w*)=/,
  /\son(?:DurationChange|Emptied|Encrypted|LoadStart|Pause|Progress|Suspend)=/,
  /<(?:input|textarea)\b[^>]*\bonSelect=/,
  /\s(?:acceptCharset|httpEquiv|dominantBaseline|pointerEvents|vectorEffect|(?:color|flood|font|letter|marker|text|word)[A-Z]\w*)=/,
];
const REACT = /[\\/](?:react(?:-dom(?:-client)?)?|scheduler)\.production\.js$/;
const CLIENT = /[\\/]web[\\/]src[\\/].*\.tsx?$/;
const LIBRARY = /[\\/]node_modules[\\/](?!react[\\/]|react-dom[\\/]|scheduler[\\/]).*\.m?js$/;

/**
 * Removes from React what the client never uses, such as taking over what a server rendered: a third of every page's
 * start. Fails the build if a new version of React is written differently, or if the client or a library starts to use
 * it.
 */
export function leanReact(): Plugin {
  return {
    name: 'herenow:lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [REACT, CLIENT, LIBRARY] },
      handler(code, id) {
        if (REACT.test(id)) {
          const cuts = CUTS[basename(id)]!.reduce(cut, code);
          const rest = withoutKinds(cuts, this.parse(cuts));
          const known = undeclared(this.parse(code) as AnyNode);
          const lost = [...undeclared(this.parse(rest) as AnyNode)].filter((name) => !known.has(name));
          if (lost.length > 0) this.error(`${id} has lost what it uses: ${lost.join(', ')}.`);
          return { code: rest, map: null };
        }
        if (LEFT_OUT_NAMES.test(code) || (CLIENT.test(id) && LEFT_OUT.some((asked) => asked.test(code))))
          this.error(`${id} uses what build/lean-react.ts leaves out of React.`);
        return null;
      },
    },
  };
}
