import { useParams } from '../../../lib/navigation.tsx';
import { ShareDate } from '../components/share-date.tsx';
import { ToldDate } from '../components/told-date.tsx';

/** Both sides of a shared date in one screen: a second one would add its name to the bundle that every page loads. */
export default function DateScreen() {
  const { token } = useParams();
  return token === undefined ? <ShareDate /> : <ToldDate token={token} />;
}
