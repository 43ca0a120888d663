import { type ActiveContext, activeAccount } from './activeAccount.ts'

/** Whether the active account is known to be a contract, whose address may be another's on another network. */
export function isContractAccount(ctx: ActiveContext): boolean {
  const account = activeAccount(ctx)
  const { connections } = ctx.connections.getState()
  const part = connections.find(({ id }) => id === account?.connectionId)
  const own = account && part?.namespaces[account.namespace]?.accounts
  return own?.find(({ caip10 }) => caip10 === account?.caip10)?.type === 'smartAccount'
}
