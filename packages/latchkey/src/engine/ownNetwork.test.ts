/** Wallets that do not tell their network: the page's own is kept, and nothing is asked on load without a record. */
import { createSimulatedSolanaWallet } from '@latchkey/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { solanaDevnet as devnet, solana as mainnet } from '../contract/networks/solana.ts'
import { solana } from '../solana.ts'
import { systemClock } from './base/clock.ts'
import { resolveConfig } from './base/config.ts'
import { createFacts } from './base/facts.ts'
import { createMemoryStorage } from './base/pageStorage.ts'
import { createKeyStore } from './base/storage.ts'
import { createEngine } from './createEngine.ts'
import type { Engine } from './engine.ts'
import { restoreConnections } from './flows/reconnect/restoreConnections.ts'
import { snapshotKey } from './nouns/connections/snapshot.ts'

const ended: { destroy(): void }[] = []
afterEach(() => {
  for (const each of ended.splice(0)) each.destroy()
})

/** A site in one browser: what it stores and its wallet outlive each page. */
function createSite(options: { readonly ignoresSilent?: boolean } = {}) {
  const store = createMemoryStorage()
  const wallet = createSimulatedSolanaWallet({
    name: 'Violet',
    target: new EventTarget(),
    announce: 'manual',
    memory: false,
    chains: [{ id: 'solana:mainnet' }, { id: 'solana:devnet' }],
    ...options,
  })
  /** Opens the page, as after a reload. */
  async function open(): Promise<Engine> {
    const storage = createKeyStore({ id: 'default', store, clock: systemClock })
    const snapshot = await storage.read(snapshotKey)
    const engine = createEngine({
      config: resolveConfig({
        projectId: 'p',
        networks: [mainnet, devnet],
        adapters: [solana()],
        storage: store,
      }),
      ...(snapshot && { snapshot }),
      facts: createFacts(),
      storage,
      notify: () => undefined,
    })
    ended.push(engine)
    engine.ctx.wallets.dispatch({
      type: 'discovered',
      wallet: {
        key: 'w',
        namespace: 'solana',
        source: 'announced',
        info: wallet.info,
        provider: wallet.standard,
      },
    })
    return engine
  }
  async function connect(engine: Engine) {
    const row = engine.walletRows().find(({ name }) => name === 'Violet')
    const found = row?.discovered[0]
    if (!row || !found) expect.unreachable('the wallet has a row')
    return engine.connect({ wallet: found, walletId: row.walletId })
  }
  const stored = async () =>
    (await createKeyStore({ id: 'default', store, clock: systemClock }).read(snapshotKey))?.connections[0]
      ?.namespaces.solana?.caipNetworkId
  const asked = () => wallet.control.requests.map(({ method }) => method)
  return { wallet, open, connect, stored, asked }
}

const partOf = (engine: Engine) => engine.ctx.connections.getState().connections[0]?.namespaces.solana

test('a network that the visitor moved to is there again after a reload, without a prompt', async () => {
  const site = createSite()
  const before = await site.open()
  const connection = await site.connect(before)
  expect(connection.namespaces.solana?.caipNetworkId).toBe(mainnet.caipNetworkId)
  await before.switchNetwork({ caipNetworkId: devnet.caipNetworkId })
  await vi.waitUntil(async () => (await site.stored()) === devnet.caipNetworkId)
  before.destroy()

  const after = await site.open()
  await vi.waitUntil(() => after.ctx.connections.getState().status.solana === 'connected')
  expect(partOf(after)).toEqual({
    caipNetworkId: devnet.caipNetworkId,
    accounts: [{ caip10: `${devnet.caipNetworkId}:${site.wallet.control.state.accounts[0]}`, type: 'eoa' }],
  })
  expect(site.asked()).toEqual(['standard:connect', 'silentConnect'])
  // What it reports from now on is there as well.
  site.wallet.control.switchAccount(1)
  expect(after.ctx.connections.getState().active.solana?.caip10).toBe(
    `${devnet.caipNetworkId}:${site.wallet.control.state.accounts[1]}`,
  )
})

test('a network that was chosen before connecting is where the connection begins', async () => {
  const site = createSite()
  const engine = await site.open()
  await engine.switchNetwork({ caipNetworkId: devnet.caipNetworkId })
  const connection = await site.connect(engine)
  expect(connection.namespaces.solana?.caipNetworkId).toBe(devnet.caipNetworkId)
})

test('a wallet that connects although it was asked silently is not asked where nothing was connected', async () => {
  const site = createSite({ ignoresSilent: true })
  const engine = await site.open()
  await restoreConnections(engine.ctx)
  expect(site.asked()).toEqual([])
  expect(engine.ctx.connections.getState().connections).toEqual([])
})

test('nor where the visitor disconnected', async () => {
  const site = createSite({ ignoresSilent: true })
  const before = await site.open()
  await site.connect(before)
  await vi.waitUntil(async () => (await site.stored()) !== undefined)
  await before.disconnect()
  await vi.waitUntil(async () => (await site.stored()) === undefined)
  before.destroy()
  await restoreConnections((await site.open()).ctx)
  expect(site.asked()).toEqual(['standard:connect', 'standard:disconnect'])
})
