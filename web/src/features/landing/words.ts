/** Words of the landing page. */
export const words = {
  install: {
    text: 'Install Herenow: tap Share, then Add to Home Screen.',
    ok: 'OK',
  },
};
