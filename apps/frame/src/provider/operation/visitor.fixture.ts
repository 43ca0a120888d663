import type { CaipNetworkId } from 'latchkey/contract'
import { vi } from 'vitest'
import type { Devstack } from '../../../../devstack/src/stack/startDevstack.ts'
import { randomBytes } from '../../keys/bytes.ts'
import { addressesOf } from '../../keys/derive/addressesOf.ts'
import { safeAccountOf } from '../../smartaccount/safeAccountOf.ts'
import { createSmartNetworks } from '../createSmartNetworks.ts'
import { createNodes, NodeFault } from '../nodes.ts'
import { openOperationWorld } from './operation.fixture.ts'
import { createPaymasters } from './paymasters.ts'

/** Parameters of `wallet_sendCalls` for calls as one. */
export const atomicBatch = (chainId: unknown, calls: readonly object[]) => [
  { version: '2.0.0', chainId: `0x${Number(chainId).toString(16)}`, atomicRequired: true, calls },
]

/** A new visitor whose account was never anywhere, over the services of that project. */
export async function openVisitor(stack: Pick<Devstack, 'description'>, projectId: string) {
  const networks = stack.description.chains.map(({ caipNetworkId }) => caipNetworkId as CaipNetworkId)
  const [network] = networks as [CaipNetworkId]
  const key = randomBytes(32)
  const addresses = await addressesOf(key)
  const asked = {
    services: stack.description.services,
    projectId,
    fetch: ((url: string, init?: RequestInit) =>
      fetch(url, {
        ...init,
        headers: { ...init?.headers, origin: stack.description.frame },
      })) as typeof fetch,
  }
  const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
  const nodes = createNodes({ ...asked, wait })
  /** Milliseconds that the bundler took for what it was given last. */
  let bundler = 0
  let sent = 0
  let isBlind = false
  const read = createSmartNetworks({ ...asked, now: () => performance.now() })
  await vi.waitUntil(async () => (await read()).length > 0, { timeout: 30_000, interval: 500 })
  const world = openOperationWorld({
    login: async () => ({
      account: 'ada',
      addresses,
      isLocked: async () => false,
      touch: async () => {},
      withKey: (_request, use) => use(key.slice(), addresses),
    }),
    nodes: network => async (method, params, signal) => {
      const began = performance.now()
      if (method === 'eth_sendUserOperation') sent++
      if (isBlind && method === 'eth_getUserOperationReceipt')
        throw new NodeFault({ code: -32_603, message: 'lost' })
      const said = await nodes(network)(method, params, signal)
      if (method === 'eth_sendUserOperation') bundler += performance.now() - began
      return said
    },
    smartNetworks: read,
    paymasters: createPaymasters(asked),
    services: asked,
    networks: () => networks,
    clock: { now: () => Date.now(), wait, after: () => () => {} },
  })
  const account = safeAccountOf(addresses.owner).address
  let shown = 0

  async function show(method: string, params: unknown) {
    const at = shown++
    const answer = world.ask(method, params, network)
    const known = vi.waitUntil(() => world.shown[at]?.approval.progress().at === 'known', { timeout: 20_000 })
    // A refusal ends the waiting.
    await Promise.race([known, answer])
    const { approval } = world.shown[at] as (typeof world.shown)[number]
    return { answer, approval }
  }

  return {
    ...world,
    /** The entropy of its wallet. */
    key,
    account,
    plain: addresses.eip155,
    show,
    /** How many operations the bundler was given. */
    sent: () => sent,
    /** From now on the bundler says nothing of operations: the chain alone does. */
    blind() {
      isBlind = true
    },
    /** Asks, and approves what is shown once all about it is known. */
    async through(method: string, params: unknown) {
      const { answer, approval } = await show(method, params)
      bundler = 0
      const began = performance.now()
      await approval.approve()
      return { answer, approval, took: performance.now() - began - bundler }
    },
    status: async (id: string) =>
      (await vi.waitUntil(
        async () => {
          const said = await world.ask('wallet_getCallsStatus', [id], network)
          return (said as { readonly status: number }).status === 100 ? undefined : said
        },
        { timeout: 30_000, interval: 500 },
      )) as { readonly status: number; readonly receipts: readonly { readonly logs: readonly object[] }[] },
  }
}
