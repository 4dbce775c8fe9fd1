import { queryClient } from '../../lib/query-client.ts';

const LOOK_MS = 1000;
const zone = () => new Date().getTimezoneOffset();
let last = zone();

/** A traveller's time zone changes. It decides of which minute and day a message is, and new objects render again. */
setInterval(() => {
  const now = zone();
  if (now === last) return;
  last = now;
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['messages'] }))
    query.setState({ data: structuredClone(query.state.data) });
}, LOOK_MS);
