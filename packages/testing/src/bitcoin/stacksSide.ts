import { type StacksTestAccount, stacksAccountOf } from '../stacks/stacksAccounts.ts'
import { prepareStacksSignature, stacksRow } from '../stacks/stacksMethods.ts'
import type { StacksShape } from '../stacks/stacksOptions.ts'
import { type BitcoinContext, type BitcoinMethod, chosenAccount, prompting } from './bitcoinContext.ts'
import type { LeatherAddresses } from './leatherMethods.ts'
import type { XverseAddresses } from './xverseMethods.ts'

/** The account of Stacks beside the one of bitcoin that is in use: the accounts of `stacksTestAccounts`, in their order. */
function accountOf({ state }: BitcoinContext): StacksTestAccount {
  return stacksAccountOf(Array.from({ length: 32 }, () => state.snapshot.selected + 1))
}

function rowOf(ctx: BitcoinContext, shape: StacksShape): object {
  const network = ctx.state.snapshot.network === 'mainnet' ? 'mainnet' : 'testnet'
  return stacksRow(shape, network, accountOf(ctx))
}

/** The wallet's address of Stacks among those that Leather answers. */
export const leatherStacks: LeatherAddresses = ctx => [rowOf(ctx, 'leather')]

/** The wallet's address of Stacks among those that Xverse answers, where it is asked for. */
export const xverseStacks: XverseAddresses = (ctx, purposes) =>
  purposes.includes('stacks') ? [rowOf(ctx, 'xverse')] : []

/** SIP-030's methods of a wallet of both. */
export function stacksMethodsOf(shape: StacksShape): Readonly<Record<string, BitcoinMethod>> {
  return {
    stx_getAddresses: ctx =>
      prompting(({ accounts }) => {
        ctx.state.connect(chosenAccount(ctx, accounts))
        return { addresses: [rowOf(ctx, shape)] }
      }),
    stx_signMessage: (ctx, params) =>
      prepareStacksSignature(shape, ctx.state.isVisible() ? [accountOf(ctx)] : [], params),
  }
}
