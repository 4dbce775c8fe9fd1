import * as calls from '@herenow/contract/chats';
import type { Mount } from '../../http/mount.ts';
import type { ChatsService } from './service.ts';

export function chatRoutes(mount: Mount, { chats }: { chats: ChatsService }): void {
  mount(calls.listChats, ({ caller }) => chats.list(caller.userId));

  mount(calls.listMessages, async ({ caller, params, query, linkTo }) => {
    const { messages, older } = await chats.messages.list(caller.userId, params.chatId, query);
    if (older) linkTo('prev', { ...query, before: messages[0]?.id });
    return messages;
  });

  // Recipient, time and names come from the chat, never from the body.
  mount.admitting(calls.sendMessage, ({ admission, body: { id, chatId, content, replyTo = null } }) =>
    chats.messages.send(admission, { id, chatId, content, replyTo }),
  );

  mount(calls.editMessage, ({ caller, body: { id, chatId, content } }) =>
    chats.messages.edit(caller.userId, { id, chatId, content }),
  );

  mount(calls.react, ({ caller, body: { id, chatId, reaction } }) =>
    chats.messages.react(caller.userId, { id, chatId, reaction }),
  );
}
