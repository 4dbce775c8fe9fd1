import { DEVICE_KEY_HEADER } from '@herenow/contract/accounts';
import { DECISION_HEADER } from '@herenow/contract/appeals';
import { FEED_END_HEADER } from '@herenow/contract/feed';

/** The response headers that features use besides the body. */
export const ANSWER_HEADERS = [DECISION_HEADER, DEVICE_KEY_HEADER, FEED_END_HEADER];
