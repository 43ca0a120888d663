/** Connecting and signing in by one prompt: `solana:signIn`, in which the wallet writes the text (Sign In With Solana). */
import type { ConnectSignedOptions, SignedState } from '../../contract/adapter.ts'
import { formatBase58 } from '../../contract/base58.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { SignInRequest } from '../../contract/siwx.ts'
import { clusterOf } from '../../contract/standardChains.ts'
import { isUnseen } from '../foreign/isUnseen.ts'
import { orLeft } from '../foreign/orLeft.ts'
import { type BoundWallet, takeAccounts } from './boundWallet.ts'
import { chooseNetwork } from './connectSolana.ts'
import type { SignInInput } from './solanaWallet.ts'
import { refusedTextCode, toSolanaError } from './toSolanaError.ts'

/**
 * Connects and signs in with one prompt, in a wallet that shares nothing with this page yet. It tries once: after a failure that
 * the visitor saw an error follows, not a second prompt, and the next attempt asks for accounts alone. The engine compares the text
 * with what was asked.
 */
export async function connectSigned(
  bound: BoundWallet,
  options: ConnectSignedOptions,
): Promise<SignedState | undefined> {
  const { wallet } = bound
  const { request, signal } = options
  const { signIn } = wallet
  // A page that it knows gets its accounts without a prompt, and may have a session.
  if (bound.isPlain || !signIn || wallet.accounts()?.length !== 0) return undefined
  const before = chooseNetwork(wallet, options)
  const asked = before && (await request(before))
  if (!before || !asked || signal.aborted) return undefined

  bound.isPlain = true
  bound.isLeaving = false
  const input = toInput(asked, before)
  const output = await orLeft(() => signIn(input), signal).catch((cause: unknown) => {
    if (!isUnseen(cause, [refusedTextCode])) throw toSolanaError(cause, 'CONNECT_FAILED')
  })
  // Connected or not, it then says without a prompt what it gave, or prompts for the first time.
  if (!output) return undefined
  const { account, signedMessage, signature } = output
  const others = (wallet.accounts() ?? []).filter(({ address }) => address !== account.address)
  // An account may sign on fewer networks than its wallet.
  const caipNetworkId = chooseNetwork(wallet, { ...options, network: before })
  if (!caipNetworkId) throw createError('CONNECT_FAILED', { context: { reason: 'no-network' } })
  wallet.network = caipNetworkId
  const state = { accounts: takeAccounts(bound, [account, ...others], caipNetworkId), caipNetworkId }
  const message = textOf(signedMessage)
  if (message === undefined) return { state }
  bound.isPlain = false
  return { state, signed: { address: account.address, message, signature: formatBase58(signature) } }
}

function toInput({ chains: _chains, ...fields }: SignInRequest, network: CaipNetworkId): SignInInput {
  return { ...fields, version: '1', chainId: clusterOf(network) }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
