import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest: how a phone shows the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Herenow',
  short_name: 'Herenow',
  description: 'Real people, right now, no algorithms.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#12100F',
  theme_color: '#12100F',
  categories: ['social', 'lifestyle'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'Explore', url: '/feed' },
    { name: 'Pinned', url: '/chats' },
  ],
};
