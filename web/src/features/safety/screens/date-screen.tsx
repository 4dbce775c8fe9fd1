import { useParams } from '../../../lib/navigation.tsx';
import { ShareDate } from '../components/share-date.tsx';
import { ToldDate } from '../components/told-date.tsx';

/** Both sides of a shared date: one screen more would be one more name in what every page loads. */
export default function DateScreen() {
  const { token } = useParams();
  return token === undefined ? <ShareDate /> : <ToldDate token={token} />;
}
