/** The real VM of Solana behind the RPC of the development stack, and a wallet that signs for one of its accounts. */
import { ed25519 } from '@noble/curves/ed25519.js'
import type { RpcRequest } from '../../contract/adapter.ts'
import { formatBase58 } from '../../contract/base58.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'

export interface SolanaKeys {
  readonly address: string
  /** 32 bytes of ed25519. */
  readonly privateKey: Uint8Array
}

export interface TestMint {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  readonly program: string
}

interface DevSolana {
  readonly url: string
  readonly caipNetworkId: CaipNetworkId
  readonly tokens: Readonly<Record<'usdc' | 'jade' | 'toll' | 'moss' | 'spam', TestMint>>
  readonly visitor: SolanaKeys
  readonly accounts: readonly SolanaKeys[]
  readonly memoRecipient: string
  pay(address: string, tokens?: readonly string[]): Promise<unknown>
  advance(slots: number): void
  stop(): Promise<void>
}

export interface TestSolana extends DevSolana {
  readonly network: Network
  readonly rpc: RpcRequest
  /** Answers of the node are changed on their way; undefined leaves one as it is. */
  meddle(change: ((method: string, params: readonly unknown[]) => unknown) | undefined): void
  /** What was asked of the node since the start. */
  readonly asked: { readonly method: string; readonly params: readonly unknown[] }[]
}

/** The development stack is no dependency of the package: it depends on it. */
const source = new URL('../../../../../apps/devstack/src/solana/startSolana.ts', import.meta.url)

export async function startTestSolana(slotTime = 40): Promise<TestSolana> {
  const { startSolana } = (await import(/* @vite-ignore */ source.href)) as {
    startSolana(options: { readonly port: number; readonly slotTime: number }): Promise<DevSolana>
  }
  const solana = await startSolana({ port: 0, slotTime })
  const asked: { method: string; params: readonly unknown[] }[] = []
  let meddler: ((method: string, params: readonly unknown[]) => unknown) | undefined
  let id = 0
  const rpc: RpcRequest = async (method, params, signal) => {
    asked.push({ method, params })
    const changed = await meddler?.(method, params)
    if (changed !== undefined) return changed
    const answer = await fetch(solana.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      ...(signal && { signal }),
    })
    const { result, error } = (await answer.json()) as { result?: unknown; error?: object }
    if (error) throw createError('UNKNOWN', { context: { method }, cause: error })
    return result
  }
  const { caipNetworkId } = solana
  return {
    ...solana,
    asked,
    rpc,
    meddle(change) {
      meddler = change
    },
    network: {
      chainNamespace: 'solana',
      caipNetworkId,
      id: caipNetworkId.slice('solana:'.length),
      name: 'Dogwood',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: { default: { http: [solana.url] } },
    },
  }
}

/** Signs a transaction in its first place, as a wallet does. */
export function signWith({ privateKey }: SolanaKeys, transaction: Uint8Array): Uint8Array {
  const signed = Uint8Array.from(transaction)
  signed.set(ed25519.sign(signed.subarray(1 + 64 * (signed[0] ?? 0)), privateKey), 1)
  return signed
}

/** A key that no chain has seen. */
export function newKeys(): SolanaKeys {
  const privateKey = crypto.getRandomValues(new Uint8Array(32))
  return { privateKey, address: formatBase58(ed25519.getPublicKey(privateKey)) }
}
