import { useEffect } from 'react';
import { Navigate, useLocation } from '../lib/navigation.tsx';
import { signedInStart } from '../lib/signed-in-start.ts';
import { deviceStore } from '../lib/storage.ts';

/** `/` from within the app: on for someone signed in, else the landing page, which is a document of its own. */
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
