import type { OtherUser } from '@herenow/contract/entities';
import { getUser } from '@herenow/contract/profile';
import { queryOptions } from '@tanstack/react-query';
import { api, ApiError } from '../../lib/api.ts';

/** Fetches another user's profile. A refusal is final; only a request without a response is retried. */
export const otherUserOptions = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: async ({ signal }): Promise<OtherUser> => await api(getUser, { params: { id }, signal }),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status > 0),
  });
