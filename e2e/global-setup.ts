import { ensureWebBuilt } from '../scripts/web-build.ts';

/** The tests use a build of the current sources. */
export default ensureWebBuilt;
