/** True under `npm run test:hard`; otherwise long tests run only their short share. */
export const HARD = process.env['EFFORT'] === 'hard';
