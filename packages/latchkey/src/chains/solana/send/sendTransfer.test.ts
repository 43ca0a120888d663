/** The order of signing, storing and broadcasting: nothing goes out that is not stored, and nothing that was not asked for (T73). */
import { describe, expect, test } from 'vitest'
import type { RpcRequest, TransferOrder } from '../../../contract/adapter.ts'
import { formatBase58 } from '../../../contract/base58.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Transfer } from '../../../contract/send.ts'
import { newKeys, signWith } from '../../conformance/startTestSolana.ts'
import { transferOrder } from '../../conformance/transferOrder.ts'
import { toBase64 } from '../../foreign/base64.ts'
import type { SolanaWallet } from '../solanaWallet.ts'
import type { Broadcasts } from './broadcasts.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import { transferLamports } from './instructions.ts'
import { sendTransfer } from './sendTransfer.ts'

const chainId = 'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu'
const keys = newKeys()
const to = newKeys().address
const blockhash = newKeys().address
const nonce = `${blockhash}:150:1`
const transfer: Transfer = {
  from: toCaipAddress(chainId, keys.address),
  network: {
    chainNamespace: 'solana',
    caipNetworkId: chainId,
    id: 'dogwood',
    name: 'Dogwood',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [] } },
  },
  to,
  asset: { symbol: 'SOL', decimals: 9 },
  amount: { value: 5n, decimals: 9 },
}
/** What the visitor was shown. */
const feeOf = (amount = 5n) => ({
  most: { value: 5_000n, decimals: 9 },
  details: {
    transaction: toBase64(
      encodeTransaction({
        payer: keys.address,
        instructions: [transferLamports(keys.address, to, amount)],
      }),
    ),
  },
})
const signing = (change: (transaction: Uint8Array) => Uint8Array = each => each) =>
  ({ signTransaction: async ({ transaction }) => signWith(keys, change(transaction)) }) as SolanaWallet

/** Sends, and writes down what happened in its order. */
async function send(wallet: SolanaWallet, more: Partial<TransferOrder> = {}) {
  const log: string[] = []
  const broadcasts: Broadcasts = new Map()
  const rpc: RpcRequest = async method => {
    log.push(method)
    return 'taken'
  }
  const signed = async (hash: string) => {
    log.push(`stores ${hash}`)
    // A store writes when it can, not at once.
    await new Promise(resolve => setImmediate(resolve))
    log.push('stored')
  }
  const order = transferOrder({ transfer, fee: feeOf(), nonce, rpc, signed, ...more })
  const result = await sendTransfer(wallet, broadcasts, order).catch((cause: unknown) => ({ cause }))
  return { log, broadcasts, result }
}

describe('a wallet that signs', () => {
  test('gets what was shown, with the stored blockhash; its signature is stored before any node has it', async () => {
    let asked = new Uint8Array()
    const { log, result, broadcasts } = await send(
      signing(transaction => {
        asked = Uint8Array.from(transaction)
        return transaction
      }),
    )
    expect(decodeTransaction(asked)).toMatchObject({ payer: keys.address, blockhash })
    const hash = formatBase58(signWith(keys, asked).slice(1, 65))
    expect(result).toEqual({ hash })
    expect(log).toEqual([`stores ${hash}`, 'stored', 'sendTransaction'])
    expect([...broadcasts.keys()]).toEqual([hash])
  })

  test.each([
    ['another amount', [transferLamports(keys.address, to, 6n)], blockhash],
    ['another blockhash', [transferLamports(keys.address, to, 5n)], newKeys().address],
  ])('and signs %s is not believed, and nothing goes out', async (_, instructions, hash) => {
    const { log, result } = await send(
      signing(() => encodeTransaction({ payer: keys.address, blockhash: hash, instructions })),
    )
    expect(result).toMatchObject({ cause: { code: 'WALLET_BAD_ANSWER' } })
    expect(log).toEqual([])
  })

  test('after the visitor left is neither stored nor sent', async () => {
    const leaving = new AbortController()
    const { log, result } = await send(
      signing(transaction => {
        leaving.abort()
        return transaction
      }),
      { signal: leaving.signal },
    )
    expect(result).toMatchObject({ cause: { code: 'MODAL_CLOSED' } })
    expect(log).toEqual([])
  })

  test('is not sent when it cannot be stored', async () => {
    const { log, result, broadcasts } = await send(signing(), {
      signed: async () => {
        throw new Error('The store is full')
      },
    })
    expect(result).toMatchObject({ cause: { message: 'The store is full' } })
    expect(log).toEqual([])
    expect(broadcasts.size).toBe(0)
  })

  test('says that each node refused it, and does not broadcast it again', async () => {
    const refuses: RpcRequest = async () => {
      throw createError('UNKNOWN', {
        cause: Object.assign(new Error('no'), { code: -32_002, data: { err: 'BlockhashNotFound' } }),
      })
    }
    const { result, broadcasts } = await send(signing(), { rpc: refuses })
    expect(result).toMatchObject({ cause: { code: 'SEND_FAILED', context: { reason: 'expired' } } })
    expect(broadcasts.size).toBe(0)
  })
})

test('no wallet is asked without a stored blockhash, which tells a second transfer from the first', async () => {
  for (const none of [undefined, '7', `${blockhash}:x:1`])
    expect((await send({} as SolanaWallet, { nonce: none })).result).toMatchObject({
      cause: { code: 'SEND_FAILED', context: { reason: 'nodes-silent' } },
    })
})

test('what was shown for another transfer is not signed', async () => {
  const { result, log } = await send(signing(), { fee: feeOf(6n) })
  // A new quote is asked for, and these nodes make no sense.
  expect(result).toMatchObject({ cause: { code: 'SEND_FAILED' } })
  expect(log).not.toContain('sendTransaction')
})

test('a wallet that sends itself may have sent it where its signature is none', async () => {
  for (const answer of [new Uint8Array(64), new Uint8Array(63).fill(1), 'x', undefined]) {
    const wallet = { signAndSendTransaction: async () => answer } as unknown as SolanaWallet
    expect((await send(wallet)).result).toMatchObject({ cause: { code: 'SEND_UNKNOWN' } })
  }
})
