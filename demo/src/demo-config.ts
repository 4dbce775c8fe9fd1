import path from 'node:path';
import type { Position } from '@herenow/cast/characters';

export interface DemoConfig {
  port: number;
  host: string;
  folder: string;
  people: number;
  /** How many times faster than real life. */
  speed: number;
  at: Position | undefined;
}

/**
 * Returns the configuration of the demo. Throws an error with one sentence for the user if the demo must not or cannot
 * run with this environment.
 */
export function readDemoConfig(env: NodeJS.ProcessEnv): DemoConfig {
  if (env.NODE_ENV === 'production')
    throw new Error('The demo town never runs in production (NODE_ENV is set).');
  const number = (name: string, fallback: number, min: number, max: number) => {
    const value = env[name]?.trim() ? Number(env[name]) : fallback;
    if (value >= min && value <= max) return value;
    throw new Error(`${name} must be a number from ${min} to ${max}.`);
  };
  return {
    port: Math.round(number('PORT', 3000, 1, 65_535)),
    host: env.HOST?.trim() || 'localhost',
    folder: path.resolve(env.DATA_DIR?.trim() || 'data-demo'),
    people: Math.round(number('DEMO_PEOPLE', 150, 2, 400)),
    speed: number('DEMO_SPEED', 1, 0.1, 50),
    at: readPlace(env.DEMO_AT?.trim()),
  };
}

function readPlace(text: string | undefined): Position | undefined {
  if (!text) return undefined;
  const [latitude, longitude, ...more] = text.split(',').map(Number) as [number, number];
  if (Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 && more.length === 0)
    return [longitude, latitude];
  throw new Error('DEMO_AT must be a latitude and a longitude, as in DEMO_AT=48.137,11.575.');
}
