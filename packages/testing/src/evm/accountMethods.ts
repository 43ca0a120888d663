import type { Address } from 'viem'
import { invalid, parseObject } from './params.ts'
import { type MethodTable, prompting, silent, type WalletContext } from './walletContext.ts'

/** Accounts and permissions: EIP-1102 and EIP-2255. */
export const accountMethods: MethodTable = {
  eth_accounts: ctx => silent(() => ctx.state.visible()),

  eth_requestAccounts: ctx => {
    if (ctx.state.visible().length > 0) return silent(() => ctx.state.visible())
    return prompting(({ accounts }) => {
      ctx.state.authorise(accounts)
      return ctx.state.visible()
    })
  },

  wallet_requestPermissions: (ctx, [request]) => {
    checkPermissions(request)
    return prompting(({ accounts }) => {
      ctx.state.authorise(accounts)
      return permissions(ctx)
    })
  },

  wallet_getPermissions: ctx => silent(() => permissions(ctx)),

  wallet_revokePermissions: (ctx, [request]) => {
    checkPermissions(request)
    return silent(() => {
      ctx.state.revoke()
      return null
    })
  },
}

function checkPermissions(value: unknown) {
  const request = parseObject(value, 'The permission request')
  const names = Object.keys(request)
  if (names.length === 0) invalid('The permission request is empty.')
  for (const name of names) {
    if (name !== 'eth_accounts' && name !== 'endowment:permitted-chains') {
      invalid(`The permission "${name.slice(0, 40)}" does not exist.`)
    }
    // EIP-2255: each holds its caveats by name.
    parseObject(request[name], name)
  }
  if (!names.includes('eth_accounts')) invalid('The permission request must name eth_accounts.')
}

function permissions(ctx: WalletContext): readonly unknown[] {
  const value: readonly Address[] = ctx.state.visible()
  if (value.length === 0) return []
  return [
    {
      invoker: ctx.options.origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value }],
    },
  ]
}
