import { useEffect } from 'react';
import { Navigate, useLocation } from '../lib/navigation.tsx';
import { signedInStart } from '../lib/signed-in-start.ts';
import { deviceStore } from '../lib/storage.ts';

/**
 * Handles `/` inside the app: redirects a signed-in user, else loads the landing page, which is a separate document.
 */
export default function StartScreen() {
  const { search } = useLocation();
  const stored = {
    authToken: deviceStore.read('authToken'),
    userId: deviceStore.read('userId'),
    user: deviceStore.read('user'),
  };
  const target = signedInStart(stored, search);
  useEffect(() => {
    if (!target) location.reload();
  }, [target]);
  return target ? <Navigate to={target} replace /> : null;
}
