import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Project } from '../../core/http/project.ts'
import { publicKeyOf } from '../directory/createHeads.ts'
import { createConfigSigner } from './createConfigSigner.ts'

const day = 86_400_000
const key = generateKeyPairSync('ed25519').privateKey
const developmentKey = generateKeyPairSync('ed25519').privateKey
const shop: Project = {
  id: 'shop',
  name: 'Shop',
  revision: 3,
  allowedOrigins: [],
  features: [{ id: 'swap', isEnabled: true, config: null }],
  addresses: [],
  isAnalyticsEnabled: false,
}

function open(start = 20_000 * day + 5) {
  const time = { now: start }
  const sign = createConfigSigner({
    keys: { key },
    developmentKeys: { key: developmentKey },
    now: () => time.now,
  })
  return { time, headOf: (project: Project) => sign(project).head }
}

it('T111 versions grow with each change and each day, whatever the day', () => {
  const { time, headOf } = open()
  const first = headOf(shop)?.version ?? 0
  const changed = headOf({ ...shop, revision: 4 })?.version ?? 0
  time.now += day
  const next = headOf(shop)?.version ?? 0
  expect(next).toBe(first + 1)
  expect(changed).toBeGreaterThan(next)
  time.now += 10_000 * day
  expect(headOf(shop)?.version).toBeLessThan(changed)
})

it('F39 a clock that is set back signs nothing older', () => {
  const { time, headOf } = open()
  const before = headOf(shop)
  time.now -= 3 * day
  expect(headOf({ ...shop })).toEqual(before)
})

it('two processes answer alike, and the development key signs for its own project alone', () => {
  const [one, two] = [open(), open(20_000 * day + 9_000)]
  expect(one.headOf(shop)).toEqual(two.headOf(shop))
  expect(one.headOf(shop)?.key).toBe(publicKeyOf(key))
  expect(one.headOf({ ...shop, id: 'latchkey-dev' })?.key).toBe(publicKeyOf(developmentKey))
})
