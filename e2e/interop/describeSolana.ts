import { createServer } from 'node:http'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked } from './asked.ts'
import { type Actor, openWorld, type PeerKind, type Wallet, type World } from './openWorld.ts'
import type { Approval, AskedPart, SessionView } from './protocol.ts'

interface SolanaPair {
  readonly dapp: PeerKind | 'latchkey'
  /** An official wallet, or our phone. */
  readonly wallet: PeerKind | 'phone'
}

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
/** The id of mainnet that older wallets know. */
const oldMainnet = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'

const askedSolana: AskedPart = {
  chains: [mainnet, devnet],
  methods: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  events: ['chainChanged', 'accountsChanged'],
}

interface Signed {
  readonly signature: string
  readonly transaction: string
}

/** What a dapp and a wallet do with each other on solana, over a relay of ours; noble checks every signature. */
export function describeSolana(title: string, kinds: SolanaPair): void {
  describe(title, () => {
    const sent: string[] = []
    const node = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, params } = JSON.parse(Buffer.concat(chunks).toString())
        if (method === 'sendTransaction') sent.push(params[0])
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'taken' }))
      })
    })
    let world: World
    let dapp: Actor
    let wallet: Wallet
    let key: string

    const openWallet = async (name: string, clusters: readonly string[]): Promise<Wallet> => {
      const { port } = node.address() as { port: number }
      const chains = ['eip155:1', 'eip155:10', ...clusters]
      const traits = { chains, solanaNode: `http://127.0.0.1:${port}` }
      return kinds.wallet === 'phone'
        ? world.phone(name, traits)
        : world.wallet(name, kinds.wallet, { ...traits })
    }

    beforeAll(async () => {
      await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
      world = await openWorld()
      ;[dapp, wallet] = await Promise.all([
        world.dapp('Dapp', kinds.dapp),
        openWallet('Wallet', [mainnet, devnet]),
      ])
      key = addressOfKey(wallet)
    })
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]()
      node.close()
    })

    const pair = async (more: Partial<typeof asked> = {}, to = wallet): Promise<SessionView> => {
      const { uri } = await dapp.call<{ uri: string }>('connect', { ...asked, solana: askedSolana, ...more })
      await to.call('pair', { uri })
      return (await dapp.call<Approval>('approval')).session
    }
    const end = ({ topic }: SessionView): Promise<unknown> => dapp.call('disconnect', { topic })
    const ask = <Answer>({ topic }: SessionView, method: string, params: unknown, chainId = mainnet) =>
      dapp.call<Answer>('request', { topic, chainId, method, params })

    const isSigned = (signature: Uint8Array | null | undefined, message: Uint8Array): boolean =>
      signature != null && ed25519.verify(Uint8Array.from(signature), Uint8Array.from(message), bytesOf(key))
    const readSigned = (transaction: string) => {
      const whole = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'))
      const signature = whole.signatures[address(key)]
      return {
        signature: signature && getBase58Decoder().decode(signature),
        isSound: isSigned(signature, Uint8Array.from(whole.messageBytes)),
      }
    }

    test('one approval grants both namespaces', async () => {
      const session = await pair()
      expect(session.accounts).toContain(`${mainnet}:${key}`)
      expect(session.accounts).toContain(`${devnet}:${key}`)
      expect(session.accounts.some(account => account.startsWith('eip155:10:'))).toBe(true)
      await end(session)
    })

    test('a message is signed, and a request in the other namespace of the session, too', async () => {
      const session = await pair()
      const message = new TextEncoder().encode('Sign in to the shop')
      const params = { message: getBase58Decoder().decode(message), pubkey: key }
      const { signature } = await ask<Signed>(session, 'solana_signMessage', params)
      expect(isSigned(bytesOf(signature), message)).toBe(true)
      const account = session.accounts.find(each => each.startsWith('eip155:1:')) ?? ''
      const evm = await ask<string>(
        session,
        'personal_sign',
        ['0x6869', account.slice('eip155:1:'.length)],
        'eip155:1',
      )
      expect(evm).toMatch(/^0x[0-9a-f]{130}$/)
      await end(session)
    })

    test('transactions are signed one by one, together, and sent by the wallet', async () => {
      const session = await pair()
      const one = { transaction: transferOf(key, 5n), pubkey: key }
      const signed = await ask<Signed>(session, 'solana_signTransaction', one)
      expect(readSigned(signed.transaction)).toEqual({ signature: signed.signature, isSound: true })

      const transactions = [transferOf(key, 6n), transferOf(key, 7n, 'legacy')]
      const all = await ask<{ transactions: string[] }>(session, 'solana_signAllTransactions', {
        transactions,
        pubkey: key,
      })
      expect(all.transactions.map(each => readSigned(each).isSound)).toEqual([true, true])

      const { signature } = await ask<Signed>(session, 'solana_signAndSendTransaction', one, devnet)
      expect(sent.map(readSigned)).toEqual([{ signature, isSound: true }])
      await end(session)
    })

    test('a refusal has code 5000', async () => {
      const session = await pair()
      const say = (answer: 'reject' | 'approve') =>
        kinds.wallet === 'phone'
          ? wallet.call('script', { method: 'solana_signMessage', outcome: answer })
          : wallet.call('behave', { requests: answer })
      await say('reject')
      const params = { message: '2', pubkey: key }
      await expect(ask(session, 'solana_signMessage', params)).rejects.toMatchObject({ code: 5_000 })
      await say('approve')
      await end(session)
    })

    test('a session of solana alone', async () => {
      const session = await pair({ chains: [] })
      expect(session.accounts.every(account => account.startsWith('solana:'))).toBe(true)
      await end(session)
    })

    // Official dapps know no old ids.
    if (kinds.dapp !== 'latchkey') return
    test('a wallet that knows mainnet by its old id', async () => {
      const old = await openWallet('Old wallet', [oldMainnet])
      const oldKey = addressOfKey(old)
      const solana = { ...askedSolana, aliases: { [oldMainnet]: mainnet } }
      const session = await pair({ solana } as object, old)
      expect(session.accounts).toContain(`${mainnet}:${oldKey}`)
      const message = new TextEncoder().encode('hello')
      const { signature } = await ask<Signed>(session, 'solana_signMessage', {
        message: getBase58Decoder().decode(message),
        pubkey: oldKey,
      })
      expect(ed25519.verify(bytesOf(signature), message, bytesOf(oldKey))).toBe(true)
      await end(session)
      await old.kill()
    })
  })
}

/** The address of a wallet's key on Solana: its seed has the form of an EVM key. */
function addressOfKey({ keys }: Wallet): string {
  const seed = Buffer.from(keys[0]?.slice(2) ?? '', 'hex')
  return getBase58Decoder().decode(ed25519.getPublicKey(Uint8Array.from(seed)))
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(getBase58Encoder().encode(text))
}

/** A transfer as a dapp hands it over: with an empty place for the signature. */
function transferOf(from: string, amount: bigint, version: 0 | 'legacy' = 0): string {
  const source = address(from)
  const message = pipe(
    createTransactionMessage({ version }),
    each => setTransactionMessageFeePayer(source, each),
    each =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash('11111111111111111111111111111111'), lastValidBlockHeight: 1n },
        each,
      ),
    each =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source: { address: source } as never,
          destination: address('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'),
          amount: lamports(amount),
        }),
        each,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}
