import { ensureWebBuilt } from '../scripts/web-build.ts';

/** The pages that are tested are those of the sources as they are. */
export default ensureWebBuilt;
