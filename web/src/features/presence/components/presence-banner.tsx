import { Banner } from '../../../ui/banner.tsx';
import { usePresenceBanner } from '../banner-store.ts';
import { words } from '../words.ts';

/** Rendered for 3 seconds after going online, incognito or offline. */
export function PresenceBanner() {
  const kind = usePresenceBanner();
  return <Banner tone={kind === 'online' ? 'signal' : 'quiet'}>{kind && words.banner[kind]}</Banner>;
}
