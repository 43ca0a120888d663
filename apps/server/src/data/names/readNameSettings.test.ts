import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EnvironmentError } from '../../core/settings/environmentError.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { settingsSecrets } from '../../settingsSecrets.ts'
import { openSignerKey } from './openSignerKey.ts'

const key = `0x${'5'.repeat(64)}`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('holds no zone by default, and latch.eth for development', () => {
  expect(parseEnvironment({}).names).toEqual({
    zone: undefined,
    signerKey: undefined,
    chain: undefined,
    universalResolver: undefined,
    registrationsPerHour: 60,
    namesPerAccount: 10,
  })
  expect(parseEnvironment({ LATCHKEY_DEV: '1' }).names.zone).toBe('latch.eth')
  const settings = parseEnvironment({
    NAME_ZONE: 'names.example.eth',
    NAME_SIGNER_KEY: key,
    NAME_CHAIN: 'eip155:1',
    RPC_UPSTREAMS: '{"eip155:1":["https://node.example"]}',
  })
  expect(settings.names).toMatchObject({ zone: 'names.example.eth', signerKey: key, chain: 'eip155:1' })
  expect(settingsSecrets(settings)).toContain(key)
})

it.each([
  ['NAME_ZONE', 'names.example.eth', 'needs NAME_SIGNER_KEY'],
  ['NAME_OPERATOR', 'x'.repeat(81), 'must be at most 80 visible characters'],
  ['NAME_OPERATOR', 'Fern\u202eweh', 'must be at most 80 visible characters'],
  ['NAME_ZONE', 'eth', 'must be a name of two parts or more, such as names.example.eth'],
  ['NAME_ZONE', 'Names.eth', 'must be a name of two parts or more, such as names.example.eth'],
  ['NAME_ZONE', 'xn--a.eth', 'must be a name of two parts or more, such as names.example.eth'],
  ['NAME_SIGNER_KEY', '0x12', 'must be a private key: 0x and 64 hexadecimal digits'],
  ['NAME_SIGNER_KEY', `0x${'0'.repeat(64)}`, 'must be a private key: 0x and 64 hexadecimal digits'],
  ['NAME_SIGNER_KEY', `0x${'f'.repeat(64)}`, 'must be a private key: 0x and 64 hexadecimal digits'],
  ['NAME_CHAIN', 'solana:1', 'must be a chain such as eip155:1'],
  ['NAME_CHAIN', 'eip155:x', 'must be a chain such as eip155:1'],
  ['NAME_CHAIN', 'eip155:1', 'must be a chain of RPC_UPSTREAMS'],
  ['NAME_UNIVERSAL_RESOLVER', '0x1', 'must be an address, with its checksum or in lower case'],
  ['NAME_REGISTRATIONS_PER_HOUR', '0', 'must be a whole number from 1 to 1000000'],
])('%s=%s', (name, value, problem) => {
  try {
    parseEnvironment({ [name]: value })
    expect.unreachable()
  } catch (error) {
    expect((error as EnvironmentError).problems).toEqual([`${name} ${problem}`])
  }
})

it('takes for a zone what ENSIP-15 takes, of these characters', () => {
  const isTaken = (zone: string) => {
    try {
      return parseEnvironment({ NAME_ZONE: zone, NAME_SIGNER_KEY: key }).names.zone === zone
    } catch {
      return false
    }
  }
  const isNormal = (zone: string) => {
    try {
      return normalize(zone) === zone
    } catch {
      return false
    }
  }
  const label = fc.string({ unit: fc.constantFrom('a', 'x', 'n', '0', '-'), minLength: 1, maxLength: 6 })
  const zone = fc.array(label, { minLength: 2, maxLength: 4 }).map(labels => labels.join('.'))
  fc.assert(fc.property(zone, each => isTaken(each) === isNormal(each)))
})

it('makes the key of a development server once, for itself alone', () => {
  const settings = parseEnvironment({ LATCHKEY_DEV: '1' })
  const made = openSignerKey(settings, folder)
  expect(made).toMatch(/^0x[0-9a-f]{64}$/)
  expect(openSignerKey(settings, folder)).toBe(made)
  expect(statSync(join(folder, 'name-signer.key')).mode & 0o077).toBe(0)
  expect(openSignerKey(parseEnvironment({}), folder)).toBeUndefined()
  writeFileSync(join(folder, 'name-signer.key'), 'x')
  expect(() => openSignerKey(settings, folder)).toThrow(/name-signer.key holds no key$/)
})
