/** Whether tests run at length, as `npm run test:hard` asks; otherwise a long test takes only its share of `npm test`. */
export const HARD = process.env['EFFORT'] === 'hard';
