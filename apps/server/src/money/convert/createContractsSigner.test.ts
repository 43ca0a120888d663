import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { canonicalJson, type SwapContract, swapContractsHeadText, toDigest } from 'latchkey/services'
import { expect, it } from 'vitest'
import type { Project } from '../../core/http/project.ts'
import { publicKeyOf } from '../../data/directory/createHeads.ts'
import { createContractsSigner } from './createContractsSigner.ts'

const day = 86_400_000
const key = generateKeyPairSync('ed25519').privateKey
const developmentKey = generateKeyPairSync('ed25519').privateKey
const project = (id: string): Project => ({
  id,
  name: id,
  revision: 1,
  allowedOrigins: [],
  features: [],
  addresses: [],
  isAnalyticsEnabled: false,
})
const shop = project('shop')
const router: SwapContract = {
  network: 'eip155:1',
  provider: 'pools',
  shape: 'v2',
  address: '0x1',
  spender: true,
}

function open() {
  const state: { now: number; contracts: readonly SwapContract[] } = {
    now: 20_000 * day + 5,
    contracts: [router],
  }
  const sign = createContractsSigner({
    contracts: async () => state.contracts,
    keys: { key },
    developmentKeys: { key: developmentKey },
    now: () => state.now,
  })
  return { state, sign }
}

it('T70 T111: a head vouches for just this list, for this project, by the directory’s key', async () => {
  const { contracts, head } = await open().sign(shop)
  expect(head).toMatchObject({
    projectId: 'shop',
    key: publicKeyOf(key),
    digest: await toDigest(canonicalJson(contracts)),
  })
  expect(head.expires - head.issued).toBeLessThanOrEqual(14 * day)
  const isSigned = (of: typeof head) =>
    verify(
      null,
      Buffer.from(swapContractsHeadText(of)),
      createPublicKey(key),
      Buffer.from(head.signature, 'base64url'),
    )
  expect(isSigned(head)).toBe(true)
  for (const changed of [
    { projectId: 'other' },
    { version: head.version + 1 },
    { expires: head.expires + 1 },
    { digest: 'x'.repeat(43) },
  ])
    expect(isSigned({ ...head, ...changed })).toBe(false)
})

it('T111 F39: versions grow by the day, and a clock that is set back signs nothing older', async () => {
  const { state, sign } = open()
  const first = await sign(shop)
  state.now += day
  const next = await sign(shop)
  expect(next.head.version).toBe(first.head.version + 1)
  state.now -= 3 * day
  expect(await sign(shop)).toEqual(next)
})

it('signs a list that changed at once, and the same one once', async () => {
  const { state, sign } = open()
  const first = await sign(shop)
  expect(await sign(shop)).toBe(first)
  state.contracts = [router, { ...router, address: '0x2' }]
  const changed = await sign(shop)
  expect(changed.contracts).toHaveLength(2)
  expect(changed.head.digest).not.toBe(first.head.digest)
})

it('two processes answer alike, and the development key signs for its own project alone', async () => {
  const [one, other] = [open(), open()]
  expect(await one.sign(shop)).toEqual(await other.sign({ ...shop }))
  expect((await one.sign(project('latchkey-dev'))).head.key).toBe(publicKeyOf(developmentKey))
})
