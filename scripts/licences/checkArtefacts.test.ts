import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkArtefacts, findCommitted, findUnlisted } from './checkArtefacts.ts'
import { readArtefactLicence, spdxOf } from './spdxOf.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-artefacts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Record<string, string | object>): void {
  for (const [path, text] of Object.entries(files)) {
    const at = join(folder, 'node_modules', path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, typeof text === 'string' ? text : JSON.stringify(text))
  }
}
const artefact = '@some/vault/artifacts/Vault.json'
const check = (licence: string) =>
  checkArtefacts('artefacts.json', [{ artefact, licence }], each => readArtefactLicence(folder, each))

/** A package that calls itself MIT, as do its lockfile's entry and its main source; what that imports is the question. */
function publish(library: string): void {
  write({
    '@some/vault/package.json': { name: '@some/vault', version: '1.0.0', license: 'MIT' },
    [artefact]: { contractName: 'Vault', sourceName: 'contracts/Vault.sol', bytecode: '0x60' },
    '@some/vault/contracts/Vault.sol':
      "// SPDX-License-Identifier: MIT\nimport {Maths} from './lib/Maths.sol';",
    '@some/vault/contracts/lib/Maths.sol': library,
  })
}

test('GPL code in a package that is labelled MIT is caught (T138)', () => {
  publish('/* SPDX-License-Identifier: GPL-3.0-or-later */')
  expect(check('MIT')).toEqual([
    `artefacts.json: ${artefact} — its sources say "GPL-3.0-or-later AND MIT", not "MIT" — write that`,
  ])
  expect(check('GPL-3.0-or-later AND MIT')).toEqual([
    `artefacts.json: ${artefact} — its sources are under "GPL-3.0-or-later AND MIT" — use another, or list it in the policy with a reason`,
  ])
})

test.each([
  ['no SPDX line', 'library Maths {}'],
  ['an import that is not there', '// SPDX-License-Identifier: MIT\nimport "@other/none/None.sol";'],
])('%s is no licence', (_, library) => {
  publish(library)
  expect(check('MIT')).toEqual([expect.stringContaining('its sources say "MIT AND none"')])
})

test('sources under allowed licences pass, each by an expression', () => {
  publish('// SPDX-License-Identifier: MIT OR Apache-2.0\n')
  expect(check('MIT AND (MIT OR Apache-2.0)')).toEqual([])
})

test('what the compiler wrote down counts more than the files beside it', () => {
  publish('// SPDX-License-Identifier: MIT')
  write({
    '@some/vault/artifacts/Vault.dbg.json': { buildInfo: 'build-info/1.json' },
    '@some/vault/artifacts/build-info/1.json': {
      input: { sources: { 'contracts/Vault.sol': { content: '// SPDX-License-Identifier: AGPL-3.0' } } },
    },
  })
  expect(check('MIT')).toEqual([expect.stringContaining('"AGPL-3.0"')])
})

test('an exception holds for one list, artefact and licence', () => {
  const entryPoint = '@account-abstraction/contracts-0.8/artifacts/EntryPoint.json'
  const at = (list: string, licence: string) =>
    checkArtefacts(list, [{ artefact: entryPoint, licence }], () => undefined)
  const list = 'apps/devstack/bundler/artefacts.json'
  expect(at(list, 'GPL-3.0 AND MIT')).toEqual([])
  expect(at('packages/latchkey/artefacts.json', 'GPL-3.0 AND MIT')).toHaveLength(1)
  expect(at(list, 'AGPL-3.0 AND MIT')).toHaveLength(1)
})

test('each source is read once, in a circle too', () => {
  const sources: Record<string, string> = {
    'a/A.sol': 'import {B} from "../b/B.sol"; // SPDX-License-Identifier: ISC',
    'b/B.sol': "import * as A from '../a/A.sol';\n//SPDX-License-Identifier: MIT",
  }
  expect(spdxOf('a/A.sol', name => sources[name])).toEqual(['ISC', 'MIT'])
})

test.each([
  ["load('@some/vault/artifacts/Vault.json')", 1],
  ['import vault from "vault/build/artifacts/contracts/Vault.sol/Vault.json"', 1],
  ["import own from '../../contracts/artifacts/Own.json'", 0],
  ["join(root, 'artifacts')", 0],
])('%s is loaded past the check: %d', (text, count) => {
  expect(findUnlisted('apps/a.ts', text)).toHaveLength(count)
})

test.each([
  ['apps/devstack/src/bundler/entryPoint.json', '{"abi":[],"bytecode":"0x60"}', 1],
  ['packages/latchkey/x.json', '{ "evm": { "deployedBytecode" : {} } }', 1],
  ['apps/devstack/contracts/artifacts/WETH9.json', '{"bytecode":"0x60"}', 0],
  ['package.json', '{"name":"bytecode"}', 0],
])('%s with %s is a committed contract: %d', (path, text, count) => {
  expect(findCommitted(path, text)).toHaveLength(count)
})
