import * as calls from '@herenow/contract/news';
import { BODY } from '@herenow/contract/rates';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Rates } from '../../http/call-rates.ts';
import type { Mount } from '../../http/mount.ts';
import { networkOf } from '../../lib/networks.ts';
import type { Unsubscribing } from './unsubscribing.ts';

/** The address of the page, to which mail programs also post. */
const PATH = '/unsubscribe/:token';

export async function newsRoutes(
  http: FastifyInstance,
  mount: Mount,
  { unsubscribing, rates }: { unsubscribing: Unsubscribing; rates: Rates },
): Promise<void> {
  mount(calls.unsubscribe, ({ body }) => unsubscribing.unsubscribe(body.token));

  // Mail programs post a form, in either encoding, whose content adds nothing to the address.
  await http.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY.small }, (_request, _body, done) =>
      done(null),
    );
    const onRequest = ({ ip }: FastifyRequest) => rates.hold(calls.unsubscribe.bound.rate, networkOf(ip));
    form.post<{ Params: { token: string } }>(PATH, { onRequest }, async ({ params }, reply) => {
      await unsubscribing.unsubscribe(params.token);
      return await reply.code(200).send();
    });
  });
}
