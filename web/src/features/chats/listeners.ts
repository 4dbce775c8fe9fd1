// What listens for events about chats from the moment that a page is quiet: one file, since each would weigh more alone.
import './crossing-presences.ts';
import './early-changes.ts';
import './ending-ask.ts';
import './fresh-rows.ts';
import './gone-chats.ts';
import './time-zone.ts';
