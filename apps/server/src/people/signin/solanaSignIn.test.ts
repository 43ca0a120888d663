/** Hosted sign-in with keys of Solana: signed by Node, and transactions compiled by the ecosystem's own client. */
import { createPrivateKey, createPublicKey, type KeyObject, sign as signBytes } from 'node:crypto'
import {
  address as addressOf,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import { postSignIn, postSignInResume } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { openPage, type Page, shop, switchOn } from './page.fixture.ts'

const now = () => Date.UTC(2026, 10, 28, 9)
const [main, own] = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu',
] as const
const limits = { RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' }
const refused = [401, 'SIGN_IN_INVALID']

/** PKCS#8 of an Ed25519 seed, up to the seed. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex')
const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

interface Account {
  readonly address: string
  readonly key: KeyObject
}

function makeAccount(seed: number): Account {
  const der = Buffer.concat([head, Buffer.alloc(32, seed)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { address: base58(raw), key }
}

const [ada, bob] = [makeAccount(7), makeAccount(8)]
let app: TestApp
let page: Page

beforeAll(async () => {
  app = await openApp(limits, { now })
  await app.addProject('shop', [shop])
  await switchOn(app)
  page = await openPage(app, { now })
})
afterAll(() => app.close())

type Change = Parameters<Page['sign']>[0]

async function signed(as: Page, { address, key }: Account, change: Change = {}) {
  const { data, message } = await as.sign({ accountAddress: address, chainId: main, ...change })
  return { data, message, signature: base58(signBytes(null, Buffer.from(message), key)) }
}

async function statusOf(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

async function signIn(as: Page, account: Account, change: Change = {}) {
  const response = await as.post('verify', await signed(as, account, change))
  expect(response.status).toBe(200)
  return v.parse(postSignIn.response, await response.json())
}

async function resumed(as: Page) {
  const { sessions } = v.parse(postSignInResume.response, await (await as.post('resume', undefined)).json())
  return sessions.map(({ session }) => `${session.chainId}:${session.address}`).sort()
}

describe('a sign-in with a key of Solana', () => {
  it('gives a session for the account as it was signed, which is listed, resumed and ended', async () => {
    const mine = await openPage(app, { now })
    const { token, session } = await signIn(mine, ada, { statement: 'Sign in to Shop', requestId: 'cart-1' })
    expect(session).toMatchObject({ address: ada.address, chainId: main, email: null })
    const read = v.parse(postSignIn.response, await (await mine.carry('GET', token)).json())
    expect(read.session.address).toBe(ada.address)
    expect(await resumed(mine)).toEqual([`${main}:${ada.address}`])
    expect(await (await mine.carry('DELETE', token)).json()).toEqual({ ended: true })
    expect(await resumed(mine)).toEqual([])
  })

  it('T36: ending one session leaves those of other accounts and clusters', async () => {
    const mine = await openPage(app, { now })
    const first = await signIn(mine, ada)
    await signIn(mine, bob)
    await signIn(mine, ada, { chainId: own })
    expect((await mine.signIn()).status).toBe(200)
    await mine.carry('DELETE', first.token)
    const left = await resumed(mine)
    expect(left).toHaveLength(3)
    expect(left).toContain(`${main}:${bob.address}`)
    expect(left).toContain(`${own}:${ada.address}`)
  })

  it('T27: an address in other capitals is another account', async () => {
    const other = [...ada.address]
      .map((letter, at) => ({ letter, at }))
      .filter(({ letter }) => /[a-km-np-z]/.test(letter))
      .map(({ letter, at }) => ada.address.slice(0, at) + letter.toUpperCase() + ada.address.slice(at + 1))
    expect(other.length).toBeGreaterThan(5)
    for (const address of other)
      expect(await statusOf(page.post('verify', await signed(page, { ...ada, address })))).toEqual(refused)
  })

  it('T23: counts once, of 30 at the same time', async () => {
    const claim = await signed(page, ada)
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => (await page.post('verify', claim)).status),
    )
    expect(answers.filter(status => status === 200)).toHaveLength(1)
  })

  it('T24: is for the cluster that the text names; every private one is its localnet', async () => {
    const { session } = await signIn(page, ada, { chainId: own })
    expect(session.chainId).toBe(own)
    const claim = await signed(page, ada, { chainId: own })
    expect(claim.message).toContain('\nChain ID: localnet\n')
    const elsewhere = { ...claim, data: { ...claim.data, chainId: main } }
    expect(await statusOf(page.post('verify', elsewhere))).toEqual(refused)
    const prefixed = await signed(page, ada, { isChainPrefixed: true })
    expect(prefixed.message).toContain('\nChain ID: solana:mainnet\n')
    const { isChainPrefixed: _prefix, ...data } = prefixed.data
    expect((await page.post('verify', { ...prefixed, data })).status).toBe(200)
  })

  it.each([
    ['another account’s key', async () => signed(page, { ...ada, key: bob.key })],
    ['another domain', async () => signed(page, ada, { domain: 'evil.example' })],
    ['another page', async () => signed(page, ada, { uri: 'https://evil.example/' })],
    [
      'an expired text',
      async () => signed(page, ada, { expirationTime: new Date(now() - 61_000).toISOString() }),
    ],
    [
      'a signature of another text',
      async () => ({ ...(await signed(page, ada)), signature: (await signed(page, ada)).signature }),
    ],
    [
      'a signature in hexadecimal',
      async () => ({ ...(await signed(page, ada)), signature: `0x${'11'.repeat(64)}` }),
    ],
  ])('refuses %s', async (_what, make) => {
    expect(await statusOf(page.post('verify', await make()))).toEqual(refused)
  })
})

// The program that wallets and devices know; the client's own default is a newer one.
const programAddress = addressOf('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

describe('a memo transaction in place of the text', () => {
  async function memo(as: Page, { address, key }: Account, lifetime = '1'.repeat(32)) {
    const { data, message } = await as.sign({ accountAddress: address, chainId: main })
    const signer = createNoopSigner(addressOf(address))
    const { messageBytes } = pipe(
      createTransactionMessage({ version: 'legacy' }),
      each => setTransactionMessageFeePayer(signer.address, each),
      each =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(lifetime), lastValidBlockHeight: 0n },
          each,
        ),
      each =>
        appendTransactionMessageInstruction(
          getAddMemoInstruction({ memo: message, signers: [signer] }, { programAddress }),
          each,
        ),
      compileTransaction,
    )
    const signature = `memo-transaction:${base58(signBytes(null, Uint8Array.from(messageBytes), key))}`
    return { data, message, signature }
  }

  it('is refused unless the operator accepts it', async () => {
    expect(await statusOf(page.post('verify', await memo(page, ada)))).toEqual(refused)
  })

  it('counts with SIGNIN_TRANSACTIONS, for the account, the text and the unusable blockhash alone', async () => {
    const accepting = await openApp({ ...limits, SIGNIN_TRANSACTIONS: '1' }, { now })
    try {
      await accepting.addProject('shop', [shop])
      await switchOn(accepting)
      const mine = await openPage(accepting, { now })
      const claim = await memo(mine, ada)
      const response = await mine.post('verify', claim)
      expect(response.status).toBe(200)
      const { session } = v.parse(postSignIn.response, await response.json())
      expect(session).toMatchObject({ address: ada.address, chainId: main })
      expect(await statusOf(mine.post('verify', claim))).toEqual(refused)
      for (const wrong of [
        await memo(mine, { ...ada, key: bob.key }),
        await memo(mine, ada, bob.address),
        { ...(await memo(mine, ada)), signature: (await memo(mine, ada)).signature },
      ])
        expect(await statusOf(mine.post('verify', wrong))).toEqual(refused)
      // A text that was signed itself counts as ever.
      expect((await mine.post('verify', await signed(mine, ada))).status).toBe(200)
    } finally {
      await accepting.close()
    }
  })
})
