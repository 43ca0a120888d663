/** Sessions of Solana accounts, from the page through the server that a host mounts. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatBase58 } from '../contract/base58.ts'
import type { CaipNetworkId } from '../contract/caip.ts'
import { walletRefusal } from '../contract/conformance/walletRefusal.ts'
import { formatMemoMessage, memoSignatureType } from '../contract/memoTransaction.ts'
import { createVisitor } from '../server/conformance/createVisitor.ts'
import { createSignIn } from '../server/createSignIn.ts'
import type { SignInRefusal } from '../server/refusal.ts'
import { createBackendSiwx } from './createBackendSiwx.ts'

const origin = 'https://shop.example:8443'
const [main, own, otherOwn] = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu',
  'solana:privateCluster2',
] as const
const makeAccount = (seed: number) => {
  const secret = new Uint8Array(32).fill(seed)
  const key = ed25519.getPublicKey(secret)
  return { secret, key, address: formatBase58(key) }
}
const [ada, bob] = [makeAccount(7), makeAccount(8)]
type Account = typeof ada

beforeEach(() => {
  vi.stubGlobal('location', new URL(`${origin}/basket?page=2#top`))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function start(options: { readonly acceptTransactions?: boolean } = {}) {
  const refusals: SignInRefusal[] = []
  const signIn = createSignIn({
    secret: 'a-secret-of-more-than-thirty-two-characters',
    origins: [origin],
    chains: { [main]: [], [own]: [], [otherOwn]: [], 'eip155:1': [] },
    statement: 'Sign in to the shop.',
    onRefusal: refusal => refusals.push(refusal),
    ...options,
  })
  const visitor = createVisitor({ origin, url: `${origin}/auth`, ask: request => signIn.handle(request) })
  const siwx = createBackendSiwx({
    url: '/auth',
    fetch: async (input, init) =>
      visitor.call(
        init?.method ?? 'GET',
        String(input).replace('/auth/', ''),
        init?.body ? JSON.parse(String(init.body)) : undefined,
      ),
  })
  const write = (account: Account, chainId: CaipNetworkId) =>
    siwx.createMessage({ accountAddress: account.address, chainId })
  const signInAs = async (account: Account, chainId: CaipNetworkId) => {
    const data = await write(account, chainId)
    const message = `${data}`
    const signature = formatBase58(ed25519.sign(new TextEncoder().encode(message), account.secret))
    await siwx.addSession({ data, message, signature })
    return { data, message, signature }
  }
  const memoAs = async (account: Account) => {
    const data = await write(account, main)
    const message = `${data}`
    const signed = formatMemoMessage(account.key, message) ?? new Uint8Array()
    const signature = memoSignatureType + formatBase58(ed25519.sign(signed, account.secret))
    await siwx.addSession({ data, message, signature })
  }
  const held = async (account: Account, chainId: CaipNetworkId) =>
    (await siwx.getSessions(chainId, account.address)).map(({ data }) => data.accountAddress)
  return { siwx, signInAs, memoAs, held, write, refusals }
}
const refused = { code: 'HTTP_STATUS', context: { status: 401 } }

describe('a session of a Solana account', () => {
  test('is for its cluster; two private ones that share a name have one each', async () => {
    const { signInAs, held } = start()
    const { message } = await signInAs(ada, own)
    expect(message).toContain('\nChain ID: localnet\n')
    expect([await held(ada, own), await held(ada, otherOwn), await held(ada, main)]).toEqual([
      [ada.address],
      [],
      [],
    ])
    await signInAs(ada, otherOwn)
    expect([await held(ada, own), await held(ada, otherOwn)]).toEqual([[ada.address], [ada.address]])
  })

  test('T27 is for its address letter for letter', async () => {
    const { siwx, signInAs } = start()
    await signInAs(ada, main)
    for (const other of [ada.address.toLowerCase(), ada.address.toUpperCase(), `0x${ada.address}`])
      expect(await siwx.getSessions(main, other)).toEqual([])
    await siwx.revokeSession(main, ada.address.toLowerCase())
    expect(await siwx.getSessions(main, ada.address)).toHaveLength(1)
  })

  test('T36 ends alone, beside one of another account and one of another cluster', async () => {
    const { siwx, signInAs, held } = start()
    for (const [account, chain] of [
      [ada, main],
      [bob, main],
      [ada, own],
    ] as const)
      await signInAs(account, chain)
    await siwx.revokeSession(main, ada.address)
    expect([await held(ada, main), await held(bob, main), await held(ada, own)]).toEqual([
      [],
      [bob.address],
      [ada.address],
    ])
  })

  test('T23, T24 a text counts once, for its signer, and not for another chain that the page names', async () => {
    const { siwx, signInAs, write, refusals } = start()
    const session = await signInAs(ada, main)
    await expect(siwx.addSession(session)).rejects.toMatchObject(refused)
    const data = await write(ada, main)
    const message = `${data}`
    const sign = (by: Account) => formatBase58(ed25519.sign(new TextEncoder().encode(message), by.secret))
    await expect(siwx.addSession({ data, message, signature: sign(bob) })).rejects.toMatchObject(refused)
    const again = await write(ada, main)
    const signature = formatBase58(ed25519.sign(new TextEncoder().encode(`${again}`), ada.secret))
    const moved = { data: { ...again, chainId: own }, message: `${again}`, signature }
    await expect(siwx.addSession(moved)).rejects.toMatchObject(refused)
    expect(refusals).toEqual(['nonce', 'signature', 'chain'])
  })

  test('by a memo transaction is had where the server accepts it', async () => {
    const accepting = start({ acceptTransactions: true })
    await accepting.memoAs(ada)
    expect(await accepting.held(ada, main)).toEqual([ada.address])
    const other = start()
    await expect(other.memoAs(ada)).rejects.toMatchObject(refused)
    expect(other.refusals).toEqual(['unsupported'])
  })
})

test('a wallet that compares the text with the page shows it, on every cluster', async () => {
  const { write } = start()
  const page = location.href
  for (const chain of [main, own] as const) {
    const text = `${await write(ada, chain)}`
    const asked = { page, address: ada.address, now: Date.now() }
    expect(walletRefusal(text, asked)).toBeUndefined()
    expect(walletRefusal(text, { ...asked, page: 'https://shop.example/' })).toBe('domain')
    expect(walletRefusal(text, { ...asked, page: 'http://shop.example:8443/' })).toBe('uri')
    expect(walletRefusal(text, { ...asked, address: bob.address })).toBe('address')
    expect(walletRefusal(text, { ...asked, now: asked.now + 660_000 })).toBe('issued at')
  }
})
