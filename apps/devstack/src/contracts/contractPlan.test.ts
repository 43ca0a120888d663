import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../contracts/artifacts/manifest.json' with { type: 'json' }
import { devContracts } from './contractPlan.ts'

const folder = join(import.meta.dirname, '../../contracts')
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const hashesIn = (path: string, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map(name => [name, sha256(join(path, name))]))

test('every source is the one the artefacts were compiled from', () => {
  const names = readdirSync(folder).filter(name => name.endsWith('.sol'))
  expect(hashesIn(folder, names), 'run contracts/compile/compile.ts').toEqual(manifest.sources)
})

test('Permit2 was compiled with the library that is here', () => {
  const library = 'permit2/SafeTransferLib.sol'
  expect(manifest.permit2.sources[library]).toBe(sha256(join(folder, library)))
})

test('every artefact is as the compiler wrote it', () => {
  const artifacts = join(folder, 'artifacts')
  const names = readdirSync(artifacts).filter(name => name !== 'manifest.json')
  expect(hashesIn(artifacts, names), 'run contracts/compile/compile.ts').toEqual(manifest.artifacts)
})

test('the compiler that is installed for the script is the one recorded', () => {
  const installed = JSON.parse(readFileSync(join(folder, 'compile', 'package.json'), 'utf8'))
  expect(installed.devDependencies).toEqual(manifest.packages)
  expect(manifest.compiler.version.startsWith(`${manifest.packages.solc}+`)).toBe(true)
  const [, version] = manifest.packages['solc-permit2'].split('@')
  expect(manifest.permit2.compiler.version.startsWith(`${version}+`)).toBe(true)
})

test('addresses stay where README and other people’s notes have them', () => {
  const readme = readFileSync(join(folder, '..', 'README.md'), 'utf8')
  for (const address of Object.values(devContracts)) expect(readme).toContain(address)
})
