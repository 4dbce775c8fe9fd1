export const chatsKey = ['chats'] as const;
export const messagesKey = (chatId: string) => ['messages', chatId] as const;

/** Messages per page; older pages load when the user scrolls up to them. */
export const MESSAGE_PAGE = 60;
