import { globSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';
import { root } from './processes.ts';
import './swc-using.ts';

process.chdir(root);
const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] };
const files = [...workspaces, 'scripts'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: (name) => /node_modules|dist|\.d\.ts$/.test(name) }),
);

const { options, ...ruleSet } = config;
const { output } = await cruise(files, { ...options, ruleSet, validate: true });
const { modules, summary } = output as ICruiseResult;
for (const { rule, from, to, cycle } of summary.violations) {
  const way = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
  const reason = ruleSet.forbidden?.find(({ name }) => name === rule.name)?.comment;
  console.error(`${rule.name}: ${from} → ${way}${reason ? `\n  ${reason}` : ''}`);
}

// A parser that cannot read TypeScript sees no imports and so finds no violations: that must not pass.
const seen = modules.filter((module) => files.includes(module.source));
const connected = seen.filter((module) => module.dependencies.length > 0);
console.log(`${seen.length} files with ${summary.totalDependenciesCruised} imports`);
const blind = files.length === 0 || seen.length < files.length || connected.length < files.length / 2;
if (blind) console.error(`${files.length} files were expected, most of them with imports.`);
process.exitCode = blind || summary.violations.length > 0 ? 1 : 0;
