import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { CUTS, type Cut } from './react-cuts.ts';
import { withoutKinds } from './react-kinds.ts';

/** What the client may not ask React for. */
const LEFT_OUT = [
  /import \{[^}]*\b(?:Activity|Profiler|PureComponent|SuspenseList|ViewTransition|cache|useActionState|useFormStatus|useOptimistic|hydrateRoot|requestFormReset|pre(?:load|init|connect|fetch)\w*)\b[^}]*\} from 'react/,
  /<Fragment\b[^>]*\bref=/,
  // Tags that React would move into the head, and those that a page defines.
  /<(?:html|head|body|link|meta|script|style|title|[a-z]+-[a-z]+)\b[^>]*>/,
  /<form\b[^>]*\saction=|\sformAction=/,
  /\s(?:contentEditable|on(?:BeforeInput|Composition\w+)|(?:xlink|xml)[A-Z]\w*)=/,
  /\son(?:CanPlay\w*|Ended|Play|Playing|RateChange|Seek\w+|Stalled|TimeUpdate|VolumeChange|Waiting)=/,
  /<(?:input|textarea)\b[^>]*\bonSelect=/,
  /\s(?:acceptCharset|httpEquiv|dominantBaseline|pointerEvents|vectorEffect|(?:color|flood|font|letter|marker|text|word)[A-Z]\w*)=/,
];

/**
 * Removes from React what the client never uses, such as taking over what a server rendered: a fifth of every page's
 * start. Fails the build if a new version of React is written differently, or if the client starts to use it.
 */
export function leanReact(): Plugin {
  return {
    name: 'herenow:lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: {
        id: /[\\/](?:(?:react(?:-dom(?:-client)?)?|scheduler)\.production\.js|web[\\/]src[\\/].*\.tsx?)$/,
      },
      handler(code, id) {
        if (id.endsWith('.js')) {
          const rest = CUTS[basename(id)]!.reduce(cut, code);
          return { code: withoutKinds(rest, this.parse(rest)), map: null };
        }
        if (LEFT_OUT.some((asked) => asked.test(code)))
          this.error(`${id} uses what build/lean-react.ts leaves out of React.`);
        return null;
      },
    },
  };
}

function cut(code: string, [from, to]: Cut): string {
  const rest = code.replace(from, to);
  if (rest === code) throw new Error(`React does not have ${from.source} any more: see build/lean-react.ts.`);
  return rest;
}
