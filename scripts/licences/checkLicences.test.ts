import { describe, expect, test } from 'vitest'
import { checkLicences, compareVersions } from './checkLicences.ts'
import { checkManifest } from './checkManifest.ts'
import { isAllowedExpression } from './licenceExpression.ts'
import { readLockfile } from './lockfile.ts'

const shippedFrom = [/^packages\/[^/]+$/]

/** A lockfile in which `packages/app` needs `a` at run time and everything else is a tool of the root. */
function lock(packages: Record<string, object>): string {
  const workspace = { 'packages/app': { version: '0.0.0', dependencies: { a: '1.0.0' } } }
  const a = { 'node_modules/a': { version: '1.0.0', license: 'MIT' } }
  return JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...workspace, ...a, ...packages } })
}

const check = (packages: Record<string, object>) =>
  checkLicences('lock', readLockfile(lock(packages), shippedFrom))

describe('checkLicences', () => {
  test('accepts allowed licences, tools by name and dual licences', () => {
    expect(
      check({
        'node_modules/b': { version: '1.0.0', license: '(GPL-3.0 OR MIT)' },
        'node_modules/axe-core': { version: '4.0.0', license: 'MPL-2.0' },
        'node_modules/esbuild': { version: '0.1.0', license: 'MIT', hasInstallScript: true },
        'node_modules/@walletconnect/core': { version: '2.21.8', license: 'Apache-2.0' },
        'node_modules/@reown/walletkit': { version: '1.2.10', license: 'Apache-2.0' },
      }),
    ).toEqual([])
  })

  test.each([
    ['GPL', { 'node_modules/b': { version: '1.0.0', license: 'GPL-3.0' } }, /"GPL-3.0" is not on the list/],
    ['no licence', { 'node_modules/b': { version: '1.0.0' } }, /states no licence/],
    [
      'MPL of an unnamed tool',
      { 'node_modules/b': { version: '1.0.0', license: 'MPL-2.0' } },
      /not on the list/,
    ],
    [
      'a tool’s licence in shipped code',
      {
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { 'axe-core': '1' } },
        'node_modules/axe-core': { version: '1.0.0', license: 'MPL-2.0' },
      },
      /tools only, but it is shipped/,
    ],
    [
      'an unknown install script',
      { 'node_modules/b': { version: '1.0.0', license: 'MIT', hasInstallScript: true } },
      /runs a script when it is installed/,
    ],
    [
      'any install script in shipped code, nested',
      {
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { esbuild: '1' } },
        'node_modules/a/node_modules/esbuild': { version: '1.0.0', license: 'MIT', hasInstallScript: true },
      },
      /and is shipped/,
    ],
    [
      'a later line of the relay’s vendor',
      { 'node_modules/@walletconnect/sign-client': { version: '2.21.9', license: 'Apache-2.0' } },
      /no longer under an open licence/,
    ],
    [
      'walletkit after 1.2.10',
      { 'node_modules/@reown/walletkit': { version: '1.2.11', license: 'Apache-2.0' } },
      /after 1.2.10/,
    ],
    [
      'another package of that scope',
      { 'node_modules/@reown/appkit': { version: '1.0.0', license: 'MIT' } },
      /open licence/,
    ],
    ['metamask sdk', { 'node_modules/@metamask/sdk': { version: '0.1.0', license: 'MIT' } }, /open licence/],
    [
      'metamask connect',
      { 'node_modules/@metamask/connect-evm': { version: '1.0.0', license: 'MIT' } },
      /open licence/,
    ],
    ['web3auth', { 'node_modules/@web3auth/modal': { version: '1.0.0', license: 'MIT' } }, /open licence/],
    [
      'a test peer in shipped code',
      {
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { '@walletconnect/core': '2' } },
        'node_modules/@walletconnect/core': { version: '2.21.8', license: 'Apache-2.0' },
      },
      /is for tests only/,
    ],
    [
      'a test peer under another name in shipped code',
      {
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { nice: '2' } },
        'node_modules/nice': {
          name: '@walletconnect/sign-client',
          version: '2.8.6',
          license: 'Apache-2.0',
        },
      },
      /is for tests only/,
    ],
    [
      'a denied package under another name',
      { 'node_modules/nice': { name: '@web3auth/modal', version: '1.0.0', license: 'MIT' } },
      /@web3auth\/modal@1.0.0/,
    ],
  ])('refuses %s', (_, packages, expected) => {
    const problems = check(packages)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(expected)
  })

  describe('what test peers bring', () => {
    const peers = 'e2e/interop/peers/solana/package-lock.json'
    const packages = {
      'node_modules/rpc-websockets': { version: '9.3.10', license: 'LGPL-3.0-only' },
      'node_modules/eyes': { version: '0.1.8' },
      'node_modules/text-encoding-utf-8': { version: '1.0.2' },
      'node_modules/bigint-buffer': { version: '1.1.5', license: 'Apache-2.0', hasInstallScript: true },
      'node_modules/bufferutil': { version: '4.1.0', license: 'MIT', hasInstallScript: true },
      'node_modules/utf-8-validate': { version: '6.0.6', license: 'MIT', hasInstallScript: true },
    }
    const checkIn = (lockfile: string, listed: Record<string, object>) =>
      checkLicences(lockfile, readLockfile(lock(listed), shippedFrom))

    test('is allowed in their own lockfile', () => {
      expect(checkIn(peers, packages)).toEqual([])
    })

    test.each(Object.entries(packages))('%s is refused in every other lockfile', (path, entry) => {
      for (const lockfile of ['package-lock.json', 'e2e/interop/peers/usual/package-lock.json'])
        expect(checkIn(lockfile, { [path]: entry })).toHaveLength(1)
    })

    test.each([
      ['another version', { version: '10.0.0', license: 'LGPL-3.0-only' }],
      ['another licence', { version: '9.3.10', license: 'GPL-3.0-only' }],
    ])('%s is refused there too', (_, entry) => {
      expect(checkIn(peers, { 'node_modules/rpc-websockets': entry })).toHaveLength(1)
    })

    test('is refused when shipped', () => {
      const a = { version: '1.0.0', license: 'MIT', dependencies: { 'rpc-websockets': '9' } }
      const listed = {
        'node_modules/a': a,
        'node_modules/rpc-websockets': packages['node_modules/rpc-websockets'],
      }
      expect(checkIn(peers, listed)).toHaveLength(1)
    })
  })

  test('refuses a lockfile it cannot read whole', () => {
    expect(() => readLockfile('{"lockfileVersion":1}', shippedFrom)).toThrow('version 3')
  })
})

test.each([
  ['MIT', true],
  ['MIT OR GPL-3.0', true],
  ['GPL-3.0 AND MIT', false],
  ['(MIT AND ISC) OR GPL-3.0', true],
  ['MIT AND (ISC OR GPL-3.0)', true],
  ['Apache-2.0 WITH LLVM-exception', true],
  ['GPL-2.0 WITH Classpath-exception-2.0', false],
  ['(MIT', false],
  ['MIT)', false],
  ['MIT ISC', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('licence expression %j is allowed: %s', (expression, allowed) => {
  expect(isAllowedExpression(expression, ['MIT', 'ISC', 'Apache-2.0'])).toBe(allowed)
})

test.each([
  ['2.21.8', '2.21.9', -1],
  ['2.21.10', '2.21.9', 1],
  ['2.22.0', '2.21.9', 1],
  ['2.21.9-canary.1', '2.21.9', -1],
  ['1.2.10', '1.2.10', 0],
])('version %s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
})

test('checkManifest wants exact versions, except of peers', () => {
  const json = JSON.stringify({
    dependencies: {
      a: '1.0.0',
      b: '^1.0.0',
      c: 'latest',
      d: '1.0.0-rc.1',
      'g-1': 'npm:@scope/g@1.0.0',
      'g-2': 'npm:@scope/g@^2.0.0',
    },
    devDependencies: { e: '~2.0.0' },
    overrides: { f: '>=1' },
    peerDependencies: { react: '>=18' },
  })
  expect(checkManifest('p', json).map(line => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'p: dependencies b',
    'p: dependencies c',
    'p: dependencies g-2',
    'p: devDependencies e',
    'p: overrides f',
  ])
})
