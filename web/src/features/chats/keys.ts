export const chatsKey = ['chats'] as const;
export const messagesKey = (chatId: string) => ['messages', chatId] as const;
