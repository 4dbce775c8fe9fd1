import { showToast } from './toast.tsx';

/**
 * Copies a text, which browsers may refuse and cannot do on a page without TLS. Shows `notCopied` then; returns whether
 * it was copied.
 */
export async function copyText(text: string, notCopied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showToast(notCopied, { tone: 'bad' });
    return false;
  }
}
