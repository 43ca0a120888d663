import {
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asked, hello, typedData, typedDataText } from './asked.ts'
import { type Actor, openWorld, type PeerKind, type Wallet, type World } from './openWorld.ts'
import type { Approval, SessionView } from './protocol.ts'

interface PairOptions {
  readonly dapp: PeerKind | 'latchkey'
  readonly wallet: PeerKind
}

/** All that a dapp and a wallet do with each other, over a relay of ours, each in a process of its own. */
export function describePair(title: string, kinds: PairOptions): void {
  describe(title, () => {
    let world: World
    let dapp: Actor
    let wallet: Wallet
    let address: `0x${string}`

    beforeAll(async () => {
      world = await openWorld()
      ;[dapp, wallet] = await Promise.all([
        world.dapp('Dapp', kinds.dapp),
        world.wallet('Wallet', kinds.wallet),
      ])
      address = privateKeyToAddress(wallet.keys[0] as `0x${string}`)
    })
    afterAll(() => world?.[Symbol.asyncDispose]())

    const pair = async (from: Actor = dapp): Promise<SessionView> => {
      const { uri } = await from.call<{ uri: string }>('connect', asked)
      await wallet.call('pair', { uri })
      return (await from.call<Approval>('approval')).session
    }
    const sign = (topic: string, from: Actor = dapp): Promise<`0x${string}`> =>
      from.call('request', { topic, chainId: 'eip155:1', method: 'personal_sign', params: [hello, address] })
    // A message is delivered before it is acknowledged: walletkit, cut in between, never answers again.
    const settled = () => {
      const count = (name: string) => wallet.events.filter(each => each.name === name).length
      return vi.waitFor(() => expect(count('answered')).toBe(count('request')), 10_000)
    }
    // The dapp has its session while the wallet still writes: killed then, it starts without.
    const stored = async ({ topic }: SessionView): Promise<void> => {
      await wallet.next<SessionView>('granted', granted => granted.topic === topic)
      await vi.waitFor(async () => expect(await wallet.call('stored', { topic })).toBe(true), 10_000)
    }
    const isSigned = (signature: `0x${string}`) =>
      verifyMessage({ address, message: { raw: hello }, signature })
    const end = async ({ topic }: SessionView, from: Actor = dapp): Promise<void> => {
      await from.call('disconnect', { topic })
      await wallet.next<SessionView>('delete', deleted => deleted.topic === topic)
    }

    test('pair, propose, approve: both sides have the same session', async () => {
      const session = await pair()
      expect(session.peer).toBe('Wallet')
      expect(session.accounts).toHaveLength(4)
      expect(session.accounts).toContain(`eip155:10:${address}`)
      const [other] = await wallet.call<SessionView[]>('sessions')
      expect(other).toMatchObject({ topic: session.topic, accounts: session.accounts, peer: 'Dapp' })
      // T94: this page is unverified, and the wallet does not claim otherwise.
      const proposal = await wallet.next('proposal')
      expect(proposal).toMatchObject({ from: 'Dapp', validation: 'UNKNOWN' })
      await end(session)
    })

    test('a rejected proposal comes with the wallet’s code, and the next one works', async () => {
      await wallet.call('behave', { proposals: 'reject' })
      await expect(pair()).rejects.toMatchObject({ message: expect.stringMatching(/reject/i) })
      await wallet.call('behave', { proposals: 'approve' })
      await end(await pair())
    })

    test('personal_sign, typed data and send; a refusal has code 5000', async () => {
      const session = await pair()
      const request = <T>(method: string, params: readonly unknown[]): Promise<T> =>
        dapp.call('request', { topic: session.topic, chainId: 'eip155:1', method, params })
      expect(await isSigned(await sign(session.topic))).toBe(true)

      const signature = await request<`0x${string}`>('eth_signTypedData_v4', [address, typedDataText])
      expect(await verifyTypedData({ ...typedData, address, signature })).toBe(true)
      expect(hashTypedData(typedData)).toMatch(/^0x/)

      const to = '0x000000000000000000000000000000000000dEaD'
      const hash = await request('eth_sendTransaction', [{ from: address, to, value: '0x10' }])
      const { raw } = await wallet.next<{ raw: `0x02${string}` }>('sent')
      expect(keccak256(raw)).toBe(hash)
      expect(parseTransaction(raw)).toMatchObject({ to: to.toLowerCase(), value: 16n })
      expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(address)

      await wallet.call('behave', { requests: 'reject' })
      await expect(sign(session.topic)).rejects.toMatchObject({ code: 5_000 })
      await wallet.call('behave', { requests: 'approve' })
      await end(session)
    })

    test('chain and account events, update and extend', async () => {
      const session = await pair()
      const { topic } = session
      const emit = (name: string, data: unknown) =>
        wallet.call('emit', { topic, chainId: 'eip155:10', event: { name, data } })
      const event = (name: string) =>
        dapp.next<{ name: string; topic: string; data: unknown }>(
          'event',
          each => each.name === name && each.topic === topic,
        )
      await emit('chainChanged', 10)
      expect(await event('chainChanged')).toMatchObject({ data: 10 })
      await emit('accountsChanged', [`eip155:10:${address}`])
      expect(await event('accountsChanged')).toMatchObject({ data: [`eip155:10:${address}`] })

      const [left] = session.accounts
      await wallet.call('update', {
        topic,
        accounts: [left],
        chains: [left?.split(':').slice(0, 2).join(':')],
      })
      await dapp.next<SessionView>('update', each => each.topic === topic)
      // This event may be the settlement's.
      await vi.waitFor(async () => {
        const updated = await dapp.call<SessionView[]>('sessions')
        expect(updated.find(each => each.topic === topic)?.accounts).toEqual([left])
      }, 5_000)

      await wallet.call('extend', { topic })
      await dapp.next<SessionView>('extend', each => each.topic === topic)
      const expiryOf = async (side: Actor) =>
        (await side.call<SessionView[]>('sessions')).find(each => each.topic === topic)?.expiry
      const until = (await expiryOf(wallet)) ?? 0
      expect(until).toBeGreaterThan(0)
      // In seconds; a client that counts seven days from when it hears of it is some later than the one that asked.
      await vi.waitFor(async () => {
        const theirs = (await expiryOf(dapp)) ?? 0
        expect(theirs).toBeGreaterThanOrEqual(until)
        expect(theirs).toBeLessThan(until + 10)
      }, 5_000)
      await end(session)
    })

    test('ping from both sides', async () => {
      const session = await pair()
      const { topic } = session
      await dapp.call('ping', { topic })
      await wallet.next<SessionView>('ping', each => each.topic === topic)
      await wallet.call('ping', { topic })
      await end(session)
    })

    test('disconnect from the dapp and from the wallet: the other side is notified', async () => {
      const first = await pair()
      await end(first)
      const second = await pair()
      await wallet.call('disconnect', { topic: second.topic })
      await dapp.next<SessionView>('delete', each => each.topic === second.topic)
      expect(await dapp.call('sessions')).toEqual([])
      expect(await wallet.call('sessions')).toEqual([])
    })

    test('one approval connects and signs in', async () => {
      const { uri } = await dapp.call<{ uri: string }>('signIn', { ...asked, ...signInTerms })
      await wallet.call('pair', { uri })
      const { session, proofs } = await dapp.call<Approval>('approval')
      expect(session.accounts).toContain(`eip155:1:${address}`)
      expect(proofs.length).toBeGreaterThan(0)
      for (const { message, signature } of proofs) {
        expect(message).toContain(signInTerms.nonce)
        expect(await isSignIn(message, signature as `0x${string}`, address)).toBe(true)
      }
      expect(await isSigned(await sign(session.topic))).toBe(true)
      await end(session)
    })

    test('a refused sign-in is a refusal', async () => {
      await wallet.call('behave', { signIns: 'reject', proposals: 'reject' })
      const { uri } = await dapp.call<{ uri: string }>('signIn', { ...asked, ...signInTerms })
      await wallet.call('pair', { uri })
      await expect(dapp.call<Approval>('approval')).rejects.toMatchObject({
        message: expect.stringMatching(/reject/i),
      })
      await wallet.call('behave', { signIns: 'approve', proposals: 'approve' })
    })

    test('a wallet that cannot sign in with the approval connects all the same', async () => {
      const plain = await world.wallet('Plain wallet', kinds.wallet, { canSignIn: false })
      const { uri } = await dapp.call<{ uri: string }>('signIn', { ...asked, ...signInTerms })
      await plain.call('pair', { uri })
      const { session, proofs } = await dapp.call<Approval>('approval')
      expect(session.peer).toBe('Plain wallet')
      expect(proofs).toEqual([])
      await dapp.call('disconnect', { topic: session.topic })
      await plain.next('delete')
      await plain.kill()
    })

    test('both resume after a reload', async () => {
      const session = await pair()
      await stored(session)
      ;[dapp, wallet] = await Promise.all([dapp.again(), wallet.again()])
      expect(dapp.started.map(each => each.topic)).toEqual([session.topic])
      expect(wallet.started.map(each => each.topic)).toEqual([session.topic])
      expect(await isSigned(await sign(session.topic))).toBe(true)
      await end(session)
    })

    test('both resume after their sockets were cut', async () => {
      const session = await pair()
      await sign(session.topic)
      await settled()
      dapp.line.cut()
      wallet.line.cut()
      expect(await isSigned(await sign(session.topic))).toBe(true)
      await settled()
      wallet.line.cut()
      expect(await isSigned(await sign(session.topic))).toBe(true)
      await end(session)
    })

    test('the mailbox keeps what arrives while the other side is away', async () => {
      const session = await pair()
      const { topic } = session
      await stored(session)
      await wallet.away()
      const signature = sign(topic)
      signature.catch(() => {})
      await dapp.call('sessions')
      wallet = await wallet.again()
      expect(await isSigned(await signature)).toBe(true)

      await dapp.away()
      await wallet.call('emit', { topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
      dapp = await dapp.again()
      const event = await dapp.next<{ name: string }>('event')
      expect(event.name).toBe('chainChanged')
      await end(session)
    })

    test('two dapps on one wallet', async () => {
      const other = await world.dapp('Other dapp', kinds.dapp)
      const [one, two] = [await pair(), await pair(other)]
      const names = (await wallet.call<SessionView[]>('sessions')).map(({ peer }) => peer).toSorted()
      expect(names).toEqual(['Dapp', 'Other dapp'])
      const signatures = await Promise.all([sign(one.topic), sign(two.topic, other)])
      for (const signature of signatures) expect(await isSigned(signature)).toBe(true)
      await end(one)
      expect(await isSigned(await sign(two.topic, other))).toBe(true)
      await end(two, other)
      await other.kill()
    })

    test('nothing beyond this machine was reached', () => {
      const ours = world.outside().filter(each => !each.startsWith('Wallet') && !each.startsWith('Plain'))
      // What official SDKs want to report or look up elsewhere was refused in their own process.
      if (kinds.dapp === 'latchkey') expect(ours).toEqual([])
      else expect(ours.filter(each => !each.endsWith('.walletconnect.org'))).toEqual([])
      expect(ours.filter(each => each.startsWith('relay'))).toEqual([])
    })
  })
}

const signInTerms = {
  nonce: '8f3a61b20c5d4e97',
  domain: 'dapp.example',
  uri: 'https://dapp.example/login',
  statement: 'Sign in to the interop tests.',
}

/** Whether this message, as it was signed, bears the account's signature. */
function isSignIn(message: string, signature: `0x${string}`, address: `0x${string}`): Promise<boolean> {
  return verifyMessage({ address, message, signature })
}
