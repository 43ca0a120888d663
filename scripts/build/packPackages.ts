import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { finishDist, missingOutputs } from './finishDist.ts'
import { mergeModules } from './mergeModules.ts'
import { reachableFiles } from './reachableFiles.ts'
import { readLoadPlan } from './readLoadPlan.ts'
import { runTool } from './runTool.ts'
import { type Manifest, stagedManifest } from './stagedManifest.ts'

const root = resolve(import.meta.dirname, '../..')

/** The folders of the packages that are published. */
export const publishedFolders: readonly string[] = ['latchkey', 'testing'].map(room =>
  join(root, 'packages', room),
)

/** A package as it would be published. */
export interface PackedPackage {
  name: string
  /** Folder with exactly the published files: package.json, README, LICENSE and the part of dist that its entry points reach. */
  stage: string
  /** The tarball of that folder. */
  tarball: string
}

/** Builds and packs the published packages, unless nothing they are made of has changed since the last time. */
export async function packPackages(): Promise<PackedPackage[]> {
  const packs = join(root, '.cache', 'packs')
  const record = join(packs, 'packed.json')
  const fingerprint = fingerprintOf()
  const known = readRecord(record)
  if (known?.fingerprint === fingerprint && known.packed.every(each => existsSync(each.tarball)))
    return known.packed
  await buildPackages()
  rmSync(packs, { recursive: true, force: true })
  mkdirSync(packs, { recursive: true })
  const packed: PackedPackage[] = []
  for (const folder of publishedFolders) packed.push(await packOne(folder, packs))
  writeFileSync(`${record}.tmp`, JSON.stringify({ fingerprint, packed }))
  renameSync(`${record}.tmp`, record)
  return packed
}

/** Compiles the published packages into their `dist`; throws with the compiler's words. */
export async function buildPackages(): Promise<void> {
  const compile = ['tsc', '-b', '--pretty', 'false', ...publishedFolders]
  let result = await runTool(compile, { cwd: root })
  if (
    result.code === 0 &&
    publishedFolders.some(folder => missingOutputs(folder, sourcesOf(folder)).length > 0)
  ) {
    result = await runTool([...compile, '--force'], { cwd: root })
  }
  if (result.code !== 0) throw new Error(`tsc -b failed:\n${result.output}`)
  for (const folder of publishedFolders) await finishDist(folder)
}

async function packOne(folder: string, packs: string): Promise<PackedPackage> {
  const manifest: Manifest = stagedManifest(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const stage = join(packs, manifest.name.replace(/^@/, '').replace('/', '-'))
  mkdirSync(stage, { recursive: true })
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  if (existsSync(join(folder, 'README.md'))) cpSync(join(folder, 'README.md'), join(stage, 'README.md'))
  for (const file of reachableFiles(folder, manifest)) {
    if (file === 'package.json') continue
    mkdirSync(dirname(join(stage, file)), { recursive: true })
    cpSync(join(folder, file), join(stage, file))
  }
  const plan = readLoadPlan(folder)
  if (plan !== undefined) await mergeModules(stage, manifest, plan)
  const pack = [
    'npm',
    'pack',
    '--json',
    '--ignore-scripts',
    '--loglevel=error',
    `--pack-destination=${packs}`,
  ]
  const { code, output } = await runTool(pack, { cwd: stage })
  if (code !== 0) throw new Error(`npm pack ${manifest.name} failed:\n${output}`)
  const [tarball] = globSync(`${manifest.name.replace(/^@/, '').replace('/', '-')}-${manifest.version}.tgz`, {
    cwd: packs,
  })
  if (tarball === undefined) throw new Error(`npm pack ${manifest.name} wrote no tarball`)
  return { name: manifest.name, stage, tarball: join(packs, tarball) }
}

function sourcesOf(folder: string): string[] {
  const settings: { exclude?: string[] } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))
  const src = join(folder, 'src')
  const excluded = new Set(
    (settings.exclude ?? []).flatMap(pattern =>
      globSync(pattern.replace(/\/\*\*$/, '/**/*'), { cwd: folder }),
    ),
  )
  return globSync('**/*.{ts,tsx}', { cwd: src }).filter(
    file => !file.endsWith('.d.ts') && !excluded.has(join('src', file)),
  )
}

function fingerprintOf(): string {
  const hash = createHash('sha256')
  const files = globSync(
    [
      'packages/*/{src,build}/**/*',
      'packages/*/*.{json,md}',
      'scripts/build/*.ts',
      'LICENSE',
      'tsconfig.base.json',
      'package-lock.json',
    ],
    { cwd: root, withFileTypes: true },
  )
  for (const file of files
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name))
    .sort()) {
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function readRecord(path: string): { fingerprint: string; packed: PackedPackage[] } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
