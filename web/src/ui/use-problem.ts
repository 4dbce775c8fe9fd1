import { useEffect, useRef, useState } from 'react';
import { showToast } from './toast.tsx';

/** Returns what went wrong on a screen, and how to tell it: by a toast once the user has left. */
export function useProblem() {
  const [problem, setProblem] = useState<string>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  const tell = (text: string | undefined) => {
    if (!left.current) setProblem(text);
    else if (text !== undefined) showToast(text, { tone: 'bad' });
  };
  return [problem, tell] as const;
}
