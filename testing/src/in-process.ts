import inject, { type DispatchFunc } from 'light-my-request';
import type { Server } from 'node:http';
import type { Ask } from './people.ts';

/**
 * Hands requests to a server of this process, past every socket: twice as many in the same time. What arrives is what
 * comes after the parser of HTTP.
 */
export function inProcess(server: Server): Ask {
  // Its body has come, so that nothing watches how fast it comes.
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
