import type { AccountState, AccountType } from '../../contract/account.ts'

/** What an embedded wallet's accounts can be (SPEC §6 "Account types"). */
export type OwnType = Extract<AccountType, 'eoa' | 'smartAccount'>

const types: readonly OwnType[] = ['eoa', 'smartAccount']

/** The type of the account in use, and another one that the wallet has an account of, where it has one. */
export function otherType({
  address,
  allAccounts,
}: Pick<AccountState, 'address' | 'allAccounts'>):
  | { readonly current: OwnType; readonly other: OwnType }
  | undefined {
  const has = (type: AccountType) => allAccounts.some(account => account.type === type)
  const inUse = allAccounts.find(account => account.address === address)?.type
  const current = types.find(type => type === inUse)
  const other = types.find(type => type !== current && has(type))
  return current && other && { current, other }
}

/** Whether the visitor wants the smart account, and the network has the plain one in its place. */
export function isReplaced({
  user,
  preferredAccountType,
}: Pick<AccountState, 'user' | 'preferredAccountType'>): boolean {
  return preferredAccountType === 'smartAccount' && user?.accountType === 'eoa'
}

/** Whether the smart account is in use and, as the chain says, not deployed yet. */
export function isActivatable({
  isConnected,
  user,
  smartAccountDeployed,
}: Pick<AccountState, 'isConnected' | 'user' | 'smartAccountDeployed'>): boolean {
  return isConnected && user?.accountType === 'smartAccount' && smartAccountDeployed === false
}
