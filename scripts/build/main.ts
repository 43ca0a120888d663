import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { sourceCondition } from '../sourceCondition.ts'
import { foreignCode } from '../threats/foreignCode.ts'
import { exportedNames } from './exportedNames.ts'
import { type PackedPackage, packPackages } from './packPackages.ts'
import { runTool } from './runTool.ts'
import type { Manifest } from './stagedManifest.ts'

const root = resolve(import.meta.dirname, '../..')
const snapshotFile = join(import.meta.dirname, 'exports.json')

/** A check of one packed package: returns the errors as lines, none when all is well. */
type Check = (packed: PackedPackage, manifest: Manifest) => Promise<string[]> | string[]

const checks: Readonly<Record<string, Check>> = {
  'has a README and a LICENSE': ({ stage }) =>
    ['README.md', 'LICENSE'].filter(name => !existsSync(join(stage, name))).map(name => `${name} is missing`),
  'holds no source, test or source condition': ({ stage }, manifest) => [
    ...globSync('**/*.{test,fixture}.*', { cwd: stage }),
    ...globSync('**/*.tsx', { cwd: stage }),
    ...globSync('dist/**/{fixtures,conformance}/*', { cwd: stage }),
    ...(JSON.stringify(manifest).includes(sourceCondition)
      ? [`${sourceCondition} is still in package.json`]
      : []),
  ],
  'loads no code from another origin without version and integrity (T97)': ({ stage }) =>
    globSync('**/*.{js,md,html}', { cwd: stage }).flatMap(file =>
      foreignCode(readFileSync(join(stage, file), 'utf8')).map(problem => `${file}: ${problem}`),
    ),
  'satisfies publint': async ({ stage }, manifest) => {
    const { messages } = await publint({ pkgDir: stage, strict: true, pack: false })
    return messages.map(message => formatMessage(message, manifest, { color: false }) ?? message.code)
  },
  'has types that resolve (are-the-types-wrong)': async ({ tarball }) => {
    const attw = ['attw', tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji']
    const { code, output } = await runTool(attw, { cwd: root })
    return code === 0 ? [] : [output]
  },
  'has declarations that a host may check as well (skipLibCheck: false)': async ({ stage }, manifest) => {
    const entries = Object.values(manifest.exports ?? {}).flatMap(target =>
      typeof target === 'object' && target !== null && 'types' in target ? [String(target.types)] : [],
    )
    const settings = '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false'
    const tsc = `tsc ${settings} --target esnext --module nodenext --types node --pretty false`
    const { code, output } = await runTool([...tsc.split(' '), ...entries], { cwd: stage })
    return code === 0 ? [] : [output]
  },
  'exports what the snapshot lists': ({ stage }, manifest) => {
    const listed = readSnapshot()[manifest.name] ?? {}
    const present = entryPointsOf(stage, manifest)
    return [...new Set([...Object.keys(listed), ...Object.keys(present)])].flatMap(entry => {
      const [before, after] = [listed[entry] ?? [], present[entry] ?? []]
      const gone = before.filter(name => !after.includes(name)).map(name => `${entry}: ${name} is gone`)
      return [
        ...gone,
        ...after.filter(name => !before.includes(name)).map(name => `${entry}: ${name} is new`),
      ]
    })
  },
  'exports at run time what its declarations say': ({ stage }, manifest) =>
    Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
      if (typeof target !== 'object' || target === null || !('types' in target && 'default' in target))
        return []
      const names = (file: unknown) =>
        exportedNames(stage, posix.normalize(String(file))).filter(name => !name.startsWith('type '))
      const [said, there] = [names(target.types), names(target.default)]
      return [
        ...said.filter(name => !there.includes(name)).map(name => `${entry}: ${name} is only declared`),
        ...there.filter(name => !said.includes(name)).map(name => `${entry}: ${name} is not declared`),
      ]
    }),
}

function entryPointsOf(stage: string, manifest: Manifest): Record<string, string[]> {
  const entryPoints: Record<string, string[]> = {}
  for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
    if (typeof target !== 'object' || target === null || !('types' in target)) continue
    entryPoints[entry] = exportedNames(stage, posix.normalize(String(target.types)))
  }
  return entryPoints
}

function readSnapshot(): Record<string, Record<string, string[]>> {
  return existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : {}
}

function readManifest({ stage }: PackedPackage): Manifest {
  return JSON.parse(readFileSync(join(stage, 'package.json'), 'utf8'))
}

async function main(args: readonly string[]): Promise<void> {
  // Said as it goes: a gate that prints nothing for long is ended.
  console.log('Packing…')
  const all = await packPackages()
  if (args.includes('--update')) {
    const snapshot = Object.fromEntries(
      all.map(packed => [packed.name, entryPointsOf(packed.stage, readManifest(packed))]),
    )
    writeFileSync(snapshotFile, `${JSON.stringify(snapshot, null, 2)}\n`)
    console.log('scripts/build/exports.json is written: read the difference before you commit it.')
  }
  const failures: string[] = []
  let count = 0
  for (const packed of all) {
    for (const [title, check] of Object.entries(checks)) {
      const problems = await check(packed, readManifest(packed))
      count += 1
      console.log(`${problems.length === 0 ? '✓' : '✗'} ${packed.name} ${title}`)
      for (const problem of problems) console.log(`    ${problem}`)
      if (problems.length > 0) failures.push(title)
    }
  }
  if (failures.includes('exports what the snapshot lists')) {
    console.log('Exports changed: if that is meant, run "npm run build -- --update" and commit it.')
  }
  console.log(`${count - failures.length} passed, ${failures.length} failed`)
  if (failures.length > 0) process.exitCode = 1
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
