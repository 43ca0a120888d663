import type * as Viem from 'viem'
import type * as AccountAbstraction from 'viem/account-abstraction'
import type * as Accounts from 'viem/accounts'
import type * as Ens from 'viem/ens'
import { lazyLibrary } from './lazyLibrary.ts'

/** Ethereum's encodings and addresses. */
export const viem = lazyLibrary<typeof Viem>('viem')
/** Keys. */
export const viemAccounts = lazyLibrary<typeof Accounts>('viem/accounts')
/** Names; with the tables of all letters. */
export const viemEns = lazyLibrary<typeof Ens>('viem/ens')
/** Operations of contract accounts (ERC-4337). */
export const viemOperations = lazyLibrary<typeof AccountAbstraction>('viem/account-abstraction')
