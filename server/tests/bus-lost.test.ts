/** What users notice when one node loses the bus. */
import { test } from 'vitest';
import { expectMoved } from './bus-scene.ts';

test('the users of a node that loses the bus are moved and miss nothing', () => expectMoved('cut'));
