import type { AdapterDescriptor, Network } from 'latchkey'
import { formatSignInMessage, verifySignIn } from 'latchkey/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asked } from './asked.ts'
import { type Actor, openWorld, type PeerKind, type Wallet, type World } from './openWorld.ts'
import type { Approval, AskedPart, SessionView } from './protocol.ts'

interface NamespacePair {
  readonly dapp: PeerKind | 'latchkey'
  /** An official wallet, whose keys are in the ecosystem's own library, or our phone. */
  readonly wallet: PeerKind | 'phone'
}

/** A namespace over the relay. */
export interface PairedNamespaceCase {
  readonly network: Network
  readonly adapter: () => AdapterDescriptor
  /** The one that signs texts, and the others that are asked for. */
  readonly method: string
  readonly further?: readonly string[]
  readonly events: readonly string[]
  /** What wallets say of their accounts with the approval. */
  readonly property?: string
}

const origin = 'https://shop.example'

/**
 * What a dapp and a wallet do with each other in each namespace, over a relay of ours. Our adapters make the requests and read the answers;
 * the dapp's client and the wallet carry them. The text is a sign-in, which our server's rules verify. One dapp and one wallet do
 * all of it: starting them takes longer than what they do.
 */
export function describeNamespaces(
  title: string,
  kinds: NamespacePair,
  cases: Readonly<Record<string, PairedNamespaceCase>>,
): void {
  describe(title, () => {
    let world: World
    let dapp: Actor
    let wallet: Wallet

    beforeAll(async () => {
      world = await openWorld()
      const rest = Object.values(cases).map(({ network }) => network.caipNetworkId)
      const chains = ['eip155:1', 'eip155:10', ...rest]
      ;[dapp, wallet] = await Promise.all([
        world.dapp('Dapp', kinds.dapp),
        kinds.wallet === 'phone'
          ? world.phone('Wallet', { chains })
          : world.wallet('Wallet', kinds.wallet, { chains }),
      ])
    })
    afterAll(() => world?.[Symbol.asyncDispose]())

    describe.each(Object.entries(cases))('%s', (_name, row) => {
      const { network, method, further = [], events, property } = row
      const { caipNetworkId, chainNamespace: namespace } = network
      const part: AskedPart = { chains: [caipNetworkId], methods: [method, ...further], events }
      const pair = async (more: Partial<typeof asked> = {}): Promise<SessionView> => {
        const { uri } = await dapp.call<{ uri: string }>('connect', {
          ...asked,
          others: { [namespace]: part },
          ...more,
        })
        await wallet.call('pair', { uri })
        return (await dapp.call<Approval>('approval')).session
      }
      const end = ({ topic }: SessionView): Promise<unknown> => dapp.call('disconnect', { topic })

      /** The session as an adapter's provider. */
      const providerOf = ({ topic, accounts, properties = {} }: SessionView) => ({
        methods: part.methods,
        chains: part.chains,
        accounts,
        addresses: (chain: string) =>
          accounts.flatMap(each => (each.startsWith(`${chain}:`) ? [each.slice(chain.length + 1)] : [])),
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [name, readProperty(value)]),
        ),
        async request(call: { readonly method: string; readonly params: unknown }, chainId: string) {
          // What the page's own provider answers from the session, so that no phone is woken up.
          if (call.method.endsWith('_getAccounts'))
            return this.addresses(chainId).map(address => ({ address }))
          return dapp.call('request', { topic, chainId, ...call })
        },
        on: () => undefined,
        removeListener: () => undefined,
      })

      async function connected(session: SessionView) {
        // Some adapters listen to the page.
        vi.stubGlobal('window', new EventTarget())
        const adapter = await row.adapter().load()
        const provider = providerOf(session)
        const { signal } = new AbortController()
        const state = await adapter.connect(provider, { silent: true, networks: [network], signal })
        const account = state?.accounts[0]?.caip10 ?? expect.unreachable('the session has an account')
        const sign = (message: string) => adapter.abilities(provider).signMessage?.({ account, message })
        return { account, address: account.slice(caipNetworkId.length + 1), sign }
      }

      test('one approval grants it beside eip155, and says what is known of its accounts', async () => {
        const session = await pair()
        expect(session.accounts.filter(each => each.startsWith(`${caipNetworkId}:`)).length).toBeGreaterThan(
          0,
        )
        expect(session.accounts.some(account => account.startsWith('eip155:10:'))).toBe(true)
        if (property !== undefined) expect(Object.keys(session.properties ?? {})).toContain(property)
        await end(session)
      })

      test('a sign-in is signed, and our server takes it', async () => {
        const session = await pair({ chains: [] })
        expect(session.accounts.every(account => account.startsWith(`${namespace}:`))).toBe(true)
        const { address, sign } = await connected(session)
        const nonce = 'n0nceN0nceN0nceN0nceN0nce'
        const now = Date.now()
        const text = formatSignInMessage({
          domain: 'shop.example',
          accountAddress: address,
          uri: `${origin}/login`,
          version: '1',
          chainId: caipNetworkId,
          nonce,
          issuedAt: new Date(now).toISOString(),
          statement: 'Sign in to the shop.',
        })
        const signature = (await sign(text)) ?? ''
        const expected = { origins: [origin], nonce, chains: [caipNetworkId], now }
        const verdict = await verifySignIn({ message: text, signature, expected })
        expect(verdict).toMatchObject({ valid: true, address, chainId: caipNetworkId, signedBy: 'key' })
        const other = text.replace('Sign in to', 'Sign up for')
        expect((await verifySignIn({ message: other, signature, expected })).valid).toBe(false)
        await end(session)
      })

      test('a refusal is SIGN_REJECTED', async () => {
        const session = await pair()
        const say = (answer: 'reject' | 'approve') =>
          kinds.wallet === 'phone'
            ? wallet.call('script', { method, outcome: answer })
            : wallet.call('behave', { requests: answer })
        await say('reject')
        const { sign } = await connected(session)
        await expect(sign('hello')).rejects.toMatchObject({ code: 'SIGN_REJECTED' })
        await say('approve')
        await end(session)
      })
    })
  })
}

/** Official clients hand the wallet's JSON text on. */
function readProperty(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}
