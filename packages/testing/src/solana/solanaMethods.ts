import { fromBase64, toBase64 } from '../core/base64.ts'
import type { Act } from '../core/createConductor.ts'
import type { CallChain } from '../evm/createRpc.ts'
import { providerError } from '../evm/providerError.ts'
import type { StandardState } from '../standard/createStandardState.ts'
import { checkSignIn, composeSignIn, readSignInText, type SolanaSignInInput } from './composeSignIn.ts'
import { firstSignature, signTransaction } from './signTransaction.ts'
import { type SolanaTestAccount, signBytes } from './solanaAccounts.ts'
import type { ResolvedSolanaOptions, SimulatedSolanaChain } from './solanaOptions.ts'

/** What a method of a simulated Solana wallet works with. */
export interface SolanaContext {
  readonly options: ResolvedSolanaOptions
  readonly state: StandardState
  now(): number
  readonly callNode: CallChain
}

/** One request to sign, as the log keeps it. */
export interface SolanaOrder {
  readonly account: string
  readonly chain?: string
  /** Base64. */
  readonly transaction?: string
  /** Base64. */
  readonly message?: string
  readonly options?: unknown
}

/** Checks one request and says how to carry it out. Throws the wallet's error. */
export function prepareSolana(ctx: SolanaContext, method: string, params: unknown): Act {
  const { options } = ctx
  const orders = (params ?? []) as readonly SolanaOrder[]
  switch (method) {
    case 'solana:signIn':
      return prepareSignIn(ctx, params as readonly SolanaSignInInput[])
    case 'solana:signMessage': {
      const accounts = orders.map(({ account }) => accountOf(ctx, account))
      for (const { message } of orders) {
        const said = readSignInText(new TextDecoder().decode(fromBase64(message ?? '')))
        if (said) checkSignIn(said, options.origin, ctx.now())
      }
      return prompting(() =>
        orders.map(({ message }, at) => {
          const signedMessage = fromBase64(message ?? '')
          return { signedMessage, signature: signBytes(itemOf(accounts, at), signedMessage) }
        }),
      )
    }
    case 'solana:signTransaction': {
      const signed = prepareSigned(ctx, orders)
      return prompting(() => signed().map(signedTransaction => ({ signedTransaction })))
    }
    case 'solana:signAndSendTransaction': {
      const signed = prepareSigned(ctx, orders)
      const chains = orders.map(({ chain }) => chainOf(ctx, chain))
      return prompting(async () => {
        const outputs: { readonly signature: Uint8Array }[] = []
        for (const [at, wire] of signed().entries()) {
          const wishes = { encoding: 'base64', ...Object(orders[at]?.options) }
          await ctx.callNode(itemOf(chains, at), 'sendTransaction', [toBase64(wire), wishes])
          outputs.push({ signature: firstSignature(wire) })
        }
        return outputs
      })
    }
    default:
      throw providerError(4200)
  }
}

function prepareSignIn(ctx: SolanaContext, inputs: readonly SolanaSignInInput[]): Act {
  const { state, options } = ctx
  for (const input of inputs) checkSignIn(input, options.origin, ctx.now())
  const host = URL.canParse(options.origin) ? new URL(options.origin).host : 'localhost'
  return prompting(({ accounts }) => {
    state.authorise(accounts)
    return inputs.map(input => {
      const wanted = input.address ?? state.visible()[0] ?? ''
      const account = accountOf(ctx, wanted)
      const signedMessage = new TextEncoder().encode(composeSignIn(input, account.address, host))
      const signature = signBytes(account, signedMessage)
      return { account: account.address, signedMessage, signature, signatureType: 'ed25519' }
    })
  })
}

function prepareSigned(ctx: SolanaContext, orders: readonly SolanaOrder[]): () => readonly Uint8Array[] {
  const ready = orders.map(({ account, chain, transaction }) => {
    if (chain !== undefined) chainOf(ctx, chain)
    return { account: accountOf(ctx, account), wire: fromBase64(transaction ?? '') }
  })
  // Signed once before the prompt: bytes that cannot be signed are refused without one.
  for (const { account, wire } of ready) signTransaction(account, wire)
  return () => ready.map(({ account, wire }) => signTransaction(account, wire))
}

function accountOf({ options, state }: SolanaContext, address: string): SolanaTestAccount {
  const account = options.accounts.find(known => known.address === address)
  if (!account || !state.visible().includes(address)) throw providerError(4100)
  return account
}

function chainOf({ options }: SolanaContext, id: string | undefined): SimulatedSolanaChain {
  const chain = options.chains.find(known => known.id === id)
  if (!chain) throw providerError(4901)
  return chain
}

function prompting(perform: Act['perform']): Act {
  return { prompts: true, perform }
}

function itemOf<Item>(list: readonly Item[], at: number): Item {
  return list[at] as Item
}
