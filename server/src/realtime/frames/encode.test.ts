import type { StompVersion } from '@herenow/contract/stomp';
import { describe, expect, it } from 'vitest';
import { encodeFrame, encodeMessage, messageEnd, messageTemplate } from './encode.ts';

describe('encodeFrame', () => {
  it.each<[StompVersion | undefined, string]>([
    [undefined, 'a:b\\c\rd'],
    ['1.0', 'a:b\\c\rd'],
    ['1.1', 'a\\cb\\\\c\rd'],
    ['1.2', 'a\\cb\\\\c\\rd'],
  ])('escapes for version %s', (version, written) => {
    expect(encodeFrame('RECEIPT', [['receipt-id', 'a:b\\c\rd']], version).toString()).toBe(
      `RECEIPT\nreceipt-id:${written}\n\n\0`,
    );
  });

  it('never escapes in CONNECTED', () => {
    expect(encodeFrame('CONNECTED', [['server', 'a:b\\c']], '1.2').toString()).toBe(
      'CONNECTED\nserver:a:b\\c\n\n\0',
    );
  });

  it('declares the length of a body in bytes', () => {
    expect(encodeFrame('ERROR', [['message', 'no']], '1.2', 'né').toString()).toBe(
      'ERROR\nmessage:no\ncontent-length:3\n\nné\0',
    );
  });
});

describe('encodeMessage', () => {
  const end = messageEnd('{"a":"é"}');
  const headers = [
    ['subscription', 'sub:1'],
    ['destination', '/user/queue/messages'],
  ] as const;
  const rest = 'content-type:application/json;charset=utf-8\ncontent-length:10\n\n{"a":"é"}\0';

  it('joins the parts', () => {
    const template = messageTemplate(headers, 'm-', '1.2', false);
    expect(encodeMessage(template, 107, end).toString()).toBe(
      `MESSAGE\nsubscription:sub\\c1\ndestination:/user/queue/messages\nmessage-id:m-107\n${rest}`,
    );
  });

  it('adds the ack header where the client acknowledges', () => {
    const template = messageTemplate(headers, 'm-', '1.2', true);
    expect(encodeMessage(template, 9, end).toString()).toBe(
      `MESSAGE\nsubscription:sub\\c1\ndestination:/user/queue/messages\nack:m-9\nmessage-id:m-9\n${rest}`,
    );
  });

  it('takes a body in bytes as it is', () => {
    expect(messageEnd(Buffer.from('{"a":"é"}'))).toEqual(end);
  });
});
