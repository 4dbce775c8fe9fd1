export { createAssets } from './service.ts';
