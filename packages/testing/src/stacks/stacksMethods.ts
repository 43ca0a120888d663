import type { Act } from '../core/createConductor.ts'
import { providerError } from '../evm/providerError.ts'
import type { StandardState } from '../standard/createStandardState.ts'
import { type StacksNetworkName, type StacksTestAccount, signStacksText } from './stacksAccounts.ts'
import type { ResolvedStacksOptions, StacksShape } from './stacksOptions.ts'

/** What a method of a simulated wallet of Stacks works with. */
export interface StacksContext {
  readonly options: ResolvedStacksOptions
  readonly state: StandardState
  network: StacksNetworkName
}

type Row = Readonly<Record<string, string>>

const denied = -32_002
const mismatch = -32_001
const notFound = -32_601
const invalid = -32_602

/** The accounts that the site sees, the active one first. */
export function seenAccounts({ options, state }: StacksContext): readonly StacksTestAccount[] {
  return state.visible().flatMap(address => options.accounts.find(own => own.address === address) ?? [])
}

/** An account as a wallet answers it. */
export function stacksRow(shape: StacksShape, network: StacksNetworkName, account: StacksTestAccount): Row {
  const address = network === 'mainnet' ? account.address : account.testnetAddress
  const { publicKey } = account
  return shape === 'xverse'
    ? { address, publicKey, purpose: 'stacks', addressType: 'stacks', walletType: 'software' }
    : { symbol: 'STX', address, publicKey }
}

/** An account of a wallet as it answers it. */
export function rowOf({ options, network }: StacksContext, account: StacksTestAccount): Row {
  return stacksRow(options.shape, network, account)
}

/** Checks one request and says how to carry it out. @throws the wallet's error. */
export function prepareStacks(ctx: StacksContext, method: string, params: unknown): Act {
  const { options, state } = ctx
  const given = Object(params) as Readonly<Record<string, unknown>>
  const isXverse = options.shape === 'xverse'
  const rows = (): readonly Row[] => [...options.others, ...seenAccounts(ctx).map(each => rowOf(ctx, each))]
  const connect = (prompts: boolean, answer: () => unknown): Act => ({
    prompts,
    perform: ({ accounts }) => {
      const wanted = String(given.network ?? '').toLowerCase()
      if (wanted === 'mainnet' || wanted === 'testnet') ctx.network = wanted
      state.authorise(accounts)
      return answer()
    },
  })
  switch (method) {
    // Both prompt at every call, as Leather and Xverse do.
    case 'getAddresses':
      return connect(true, () => ({ addresses: rows() }))
    case 'stx_getAddresses':
      return connect(true, () => ({ addresses: seenAccounts(ctx).map(each => rowOf(ctx, each)) }))
    case 'wallet_connect':
      if (!isXverse) break
      return connect(state.visible().length === 0, () => ({
        id: 'account',
        walletType: 'software',
        addresses: rows(),
      }))
    case 'wallet_getAccount':
      if (!isXverse) break
      if (state.visible().length === 0) throw providerError(denied, 'Access denied.')
      return { prompts: false, perform: () => ({ id: 'account', walletType: 'software', addresses: rows() }) }
    case 'wallet_disconnect':
      if (!isXverse) break
      return { prompts: false, perform: () => state.revoke() }
    case 'stx_signMessage':
      return prepareStacksSignature(options.shape, seenAccounts(ctx), given)
  }
  throw providerError(notFound, `"${method}" is not supported.`)
}

/** Signs a text by one of the accounts that the site sees. @throws the wallet's error. */
export function prepareStacksSignature(
  shape: StacksShape,
  seen: readonly StacksTestAccount[],
  { message, publicKey }: Readonly<Record<string, unknown>>,
): Act {
  if (seen.length === 0) throw providerError(denied, 'Access denied.')
  if (typeof message !== 'string') throw providerError(invalid)
  // Xverse wants the key, and Leather does not know the word.
  if ((shape === 'xverse') !== (typeof publicKey === 'string')) throw providerError(invalid)
  const account = publicKey === undefined ? seen[0] : seen.find(each => each.publicKey === publicKey)
  if (!account) throw providerError(mismatch, 'Address mismatch.')
  return {
    prompts: true,
    perform: () => ({ signature: signStacksText(account, message), publicKey: account.publicKey }),
  }
}
