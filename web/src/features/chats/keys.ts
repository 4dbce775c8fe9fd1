export const chatsKey = ['chats'] as const;
export const messagesKey = (chatId: string) => ['messages', chatId] as const;

/** How many messages come at once; older ones when someone scrolls up to them. */
export const MESSAGE_PAGE = 60;
