import { expect, test } from 'vitest';
import { leanReact } from './lean-react.ts';

/** Passes a module of the client through the plugin. */
function build(code: string, id = '/web/src/ui/part.tsx'): unknown {
  const { transform } = leanReact();
  if (typeof transform !== 'object') throw new Error('The plugin has no handler.');
  const context = {
    error(message: string) {
      throw new Error(message);
    },
  };
  return Reflect.apply(transform.handler, context, [code, id]);
}

test.each([
  '<div onTransitionEnd={over} />',
  '<div onDragOverCapture={over} />',
  '<video onPause={over} />',
  '<textarea onSelect={over} />',
  '<Fragment ref={group}>',
  '<dialog open>',
  '<link rel="icon" />',
  '<my-part />',
  '<form action={send}>',
  '<p contentEditable />',
  '<input formNoValidate />',
  'class Part extends Component { shouldComponentUpdate() { return false; } }',
  'class Part extends Component { componentDidCatch() {} }',
])('a component may not have %s, which is left out of React', (code) => {
  expect(() => build(code)).toThrow('leaves out of React');
});

test('a library may not hear an event that is left out of React', () => {
  const hears = 'const props = { onTransitionEnd() {} };';
  expect(() => build(hears, '/node_modules/library/index.mjs')).toThrow('leaves out of React');
});

test.each(['<Menu onSelect={choose} />', '<video muted playsInline />', '<details open onToggle={turn} />'])(
  'a component may have %s',
  (code) => {
    expect(build(code)).toBeNull();
  },
);
