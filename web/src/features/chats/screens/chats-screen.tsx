import { ChatList } from '../components/chat-list.tsx';
import { words } from '../words.ts';

export function ChatsScreen() {
  return (
    <main className="mx-auto w-full max-w-2xl gutter pt-2 pb-8">
      <h1 className="mb-5 text-heading">{words.title}</h1>
      <ChatList />
    </main>
  );
}
