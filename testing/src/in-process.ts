import inject, { type DispatchFunc } from 'light-my-request';
import type { Server } from 'node:http';
import type { Ask } from './people.ts';

/**
 * Hands requests to a server in this process without sockets, which doubles the rate. Skips only Node's HTTP parser.
 */
export function inProcess(server: Server): Ask {
  // The body is complete, so the minimum upload speed does not apply.
  const dispatch: DispatchFunc = (request, response) =>
    void server.emit('request', Object.assign(request, { complete: true }), response);
  return async (url, { method, headers, body }) => {
    const answer = await inject(dispatch, {
      method: method as 'GET',
      url: `${url.pathname}${url.search}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    const type = answer.headers['content-type'];
    return {
      status: answer.statusCode,
      text: answer.payload,
      headers: new Headers(type === undefined ? {} : { 'content-type': type }),
    };
  };
}
