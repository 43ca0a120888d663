import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { type RegistryHead, registryHeadLifetime, registryHeadText } from 'latchkey/services'
import { expect, test } from 'vitest'
import type { Kept } from '../../core/http/sendKept.ts'
import { createHeads, publicKeyOf } from './createHeads.ts'

const day = 86_400_000
const key = generateKeyPairSync('ed25519').privateKey
const directory = { version: 3, digests: { b: 'x'.repeat(43), a: 'y'.repeat(43) } }
const read = ({ bytes }: Kept) => JSON.parse(new TextDecoder().decode(bytes)) as RegistryHead

test('a head is signed by the key it names', () => {
  const head = read(createHeads({ directory, keys: { key }, now: () => 20_000.7 * day })())
  const signature = Buffer.from(head.signature, 'base64url')
  expect(verify(null, Buffer.from(registryHeadText(head)), createPublicKey(key), signature)).toBe(true)
  expect(head.key).toBe(publicKeyOf(key))
  expect(head.digests).toEqual(directory.digests)
  expect(
    verify(null, Buffer.from(registryHeadText({ ...head, version: 1 })), createPublicKey(key), signature),
  ).toBe(false)
})

test('at least a week is left of it, and never more than the longest life there is', () => {
  for (const now of [20_000 * day, 20_000.999 * day, 20_001 * day]) {
    const { issued, expires } = read(createHeads({ directory, keys: { key }, now: () => now })())
    expect(issued).toBeLessThanOrEqual(now)
    expect(expires - now).toBeGreaterThanOrEqual(7 * day)
    expect(expires - issued).toBeLessThanOrEqual(registryHeadLifetime)
  }
})

test('processes with one key answer alike all day; the version grows with the day and with the registry', () => {
  const at = (now: number, version = 3) =>
    createHeads({ directory: { ...directory, version }, keys: { key }, now: () => now })()
  expect(at(20_000.1 * day).bytes).toEqual(at(20_000.9 * day).bytes)
  const [today, tomorrow, newer] = [at(20_000 * day), at(20_001 * day), at(19_000 * day, 4)].map(read)
  expect(tomorrow?.version).toBeGreaterThan(Number(today?.version))
  expect(newer?.version).toBeGreaterThan(Number(tomorrow?.version))
})

test('F39: it is renewed each day while the process runs, and a clock set back takes nothing back', () => {
  let now = 20_000.5 * day
  const heads = createHeads({ directory, keys: { key }, now: () => now })
  const first = heads()
  now += 0.4 * day
  expect(heads()).toBe(first)
  now += 0.2 * day
  const second = heads()
  expect(read(second).version).toBe(read(first).version + 1)
  now -= 2 * day
  expect(heads()).toBe(second)
})
