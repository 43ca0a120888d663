import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { finishDist } from '../build/finishDist.ts'
import { installLocked } from '../build/installLocked.ts'
import { publishedFolders } from '../build/packPackages.ts'
import { checkLayers } from '../layers/checkLayers.ts'
import { formatFinding } from '../layers/finding.ts'
import { readTree } from '../layers/readTree.ts'
import { checkRepository } from '../licences/checkRepository.ts'
import type { Gate, GateContext, GateResult } from './gate.ts'
import { countTests, readPlaywrightReport, readVitestReport } from './testReports.ts'

/** All gates in the order in which they run: cheap first. The runner itself adds `survivors` at the end. */
export const gates: readonly Gate[] = [
  { name: 'lint', quick: true, run: lint },
  { name: 'layers', quick: true, beside: 'lint', run: layers },
  { name: 'types', quick: true, beside: 'lint', run: types },
  { name: 'knip', quick: true, beside: 'lint', run: knip },
  { name: 'licences', quick: true, beside: 'lint', run: licences },
  { name: 'unit', quick: true, usesBrowser: true, run: ctx => vitest(ctx, 'unit') },
  { name: 'installs', quick: false, beside: 'unit', run: installs },
  { name: 'contract', quick: false, usesBrowser: true, databases: true, run: ctx => vitest(ctx, 'contract') },
  { name: 'browser', quick: false, browser: true, run: ctx => vitest(ctx, 'browser') },
  { name: 'build', quick: false, beside: 'browser', run: ctx => script(ctx, 'scripts/build/main.ts') },
  { name: 'size', quick: false, browser: true, run: ctx => script(ctx, 'scripts/size/main.ts') },
  { name: 'interop', quick: false, beside: 'size', run: ctx => vitest(ctx, 'interop') },
  { name: 'e2e', quick: false, browser: true, run: e2e },
  { name: 'long', quick: false, long: true, databases: true, run: ctx => vitest(ctx, 'long') },
  { name: 'postgres', quick: false, long: true, databases: true, run: onPostgres },
  {
    name: 'mutate',
    quick: false,
    long: true,
    run: ctx => script(ctx, 'scripts/mutate/main.ts', ['--sample', '20']),
  },
]

async function lint(ctx: GateContext): Promise<GateResult> {
  const { code, output } = await ctx.run(['biome', 'check', '--colors=off', '--max-diagnostics=200', '.'])
  const files = Number(output.match(/Checked (\d+) files?/)?.[1] ?? 0)
  const errors = Number(output.match(/Found (\d+) errors?/)?.[1] ?? 0)
  return {
    passed: 0,
    failed: code === 0 ? 0 : Math.max(1, errors),
    checked: { count: files, what: 'files linted' },
  }
}

async function layers(ctx: GateContext): Promise<GateResult> {
  const tree = readTree(ctx.root)
  const findings = checkLayers(tree)
  for (const finding of findings) ctx.log(`${formatFinding(finding)}\n`)
  const refused = findings.filter(finding => finding.severity === 'error')
  const warnings = findings.length - refused.length
  const notes = warnings > 0 ? [`${warnings} warnings`] : []
  const checked = { count: tree.files.size, what: 'checked for layers' }
  return { passed: 0, failed: refused.length, checked, notes }
}

async function types(ctx: GateContext): Promise<GateResult> {
  // On two cores several checkers for each project do some work twice. Verbose: else it says nothing until it ends.
  const command = ['tsc', '-b', '--verbose', '--pretty', 'false', '--builders', '3', '--checkers', '1']
  const { code, output } = await ctx.run(command)
  const solution: { references: unknown[] } = JSON.parse(
    readFileSync(join(ctx.root, 'tsconfig.json'), 'utf8'),
  )
  const projects = solution.references.length
  const errors = (output.match(/(: |^)error TS\d+:/gm) ?? []).length
  // The compiled dist must also be loadable without the source condition.
  if (code === 0) for (const folder of publishedFolders) await finishDist(folder)
  const checked = { count: projects, what: 'projects compiled' }
  return { passed: 0, failed: code === 0 ? 0 : Math.max(1, errors), checked }
}

async function knip(ctx: GateContext): Promise<GateResult> {
  const { code, output } = await ctx.run(['knip', '--no-progress', '--treat-config-hints-as-errors'])
  const groups = [...output.matchAll(/^[A-Z][\w ]+ \((\d+)\)$/gm)]
  const issues = groups.reduce((sum, group) => sum + Number(group[1]), 0)
  return { passed: 0, failed: code === 0 ? 0 : Math.max(1, issues) }
}

async function licences(ctx: GateContext): Promise<GateResult> {
  const { problems, looked } = checkRepository(ctx.root)
  for (const problem of problems) ctx.log(`${problem}\n`)
  return { passed: 0, failed: problems.length, checked: { count: looked, what: 'licences' } }
}

/** Installs third-party libraries for the host pages, the bundler and peers of the later gates; such a gate run alone installs them there. */
async function installs({ root, log, signal }: GateContext): Promise<GateResult> {
  const lockfiles = [
    'examples',
    'apps/devstack/bundler',
    'e2e/hosts/*',
    'e2e/interop/peers/{usual,solana,bitcoin,stacks,polkadot,sui,cosmos,uniswap,x402,ramps,smart}',
  ].map(at => `${at}/package-lock.json`)
  const folders = globSync(lockfiles, { cwd: root }).map(file => dirname(join(root, file)))
  // One after another: there is little room beside the unit tests.
  for (const folder of folders) {
    log(`${folder}\n`)
    await installLocked(folder, signal)
  }
  const checked = { count: folders.length, what: 'lockfiles installed' }
  return { passed: 0, failed: folders.length === 0 ? 1 : 0, checked }
}

/** The contract tests that usually run on SQLite alone, on PostgreSQL. */
function onPostgres(ctx: GateContext): Promise<GateResult> {
  return vitest(ctx, 'contract', { LATCHKEY_TEST_ENGINE: 'postgres' })
}

async function vitest(
  ctx: GateContext,
  project: string,
  env: Readonly<Record<string, string>> = {},
): Promise<GateResult> {
  const report = ctx.file('report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ran = await ctx.run(['vitest', 'run', '--project', project, ...reporters], {
    env: { NO_COLOR: '1', ...env },
  })
  return countTests(ran, readVitestReport(report))
}

async function e2e(ctx: GateContext): Promise<GateResult> {
  const config = 'e2e/playwright.config.ts'
  if (!existsSync(join(ctx.root, config))) return { passed: 0, failed: 1, notes: [`${config} is missing`] }
  const report = ctx.file('report.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1', FORCE_COLOR: '0' }
  const ran = await ctx.run(['playwright', 'test', '--config', config, '--reporter=list,json'], { env })
  return countTests(ran, readPlaywrightReport(report))
}

// Our own programs that run several tests print `N passed, N failed` as their last line, as `npm test` does.
async function script(ctx: GateContext, path: string, args: readonly string[] = []): Promise<GateResult> {
  const { code, output } = await ctx.run([process.execPath, join(ctx.root, path), ...args])
  const counts = output.trimEnd().match(/(\d+) passed, (\d+) failed$/)
  const passed = Number(counts?.[1] ?? 0)
  const failed = Number(counts?.[2] ?? 0)
  return { passed, failed: code !== 0 || counts === null ? Math.max(1, failed) : failed }
}
