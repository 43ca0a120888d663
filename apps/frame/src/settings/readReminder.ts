import { createError } from 'latchkey/contract'
import { type FrameAnswer, getCustodyWallet } from 'latchkey/services'
import type { KeyDatabase } from '../keys/keyDatabase.ts'
import type { Login } from '../login/createLogin.ts'
import { isDue, keepOf } from './keepOf.ts'
import { reminderOf } from './reminderOf.ts'

const nameOf = (account: string) => `kept ${account}`

/**
 * Returns the missing recovery step, and, for a wallet that is a week old, the items that the visitor must have stored,
 * until they put that away. `now` in milliseconds. @throws LatchkeyError NOT_EMBEDDED without a login, or before the
 * visitor can sign here; CustodyRefusal
 */
export async function readReminder(login: Login, now: number): Promise<FrameAnswer<'GET_REMINDER'>> {
  const account = await accountOf(login)
  const { client, database } = login.keys
  const { wallet } = await client.call(getCustodyWallet)
  if (wallet === null) return { reminder: null }
  const keep = keepOf(wallet)
  const isTold = keep && isDue(wallet, now) && !(await isPutAway(database, account))
  return { reminder: reminderOf(wallet) ?? null, ...(isTold && { keep: [...keep] }) }
}

/**
 * Hides the list of recovery items for this account in this browser. The mark is stored beside the keys, which survive
 * a log-out. @throws LatchkeyError as `readReminder`
 */
export async function putAwayReminder(login: Login): Promise<void> {
  const account = await accountOf(login)
  await login.keys.database.write(nameOf(account), true)
}

async function isPutAway(database: KeyDatabase, account: string): Promise<boolean> {
  return (await database.read(nameOf(account))) === true
}

async function accountOf(login: Login): Promise<string> {
  const here = await login.loggedIn()
  if (!here) throw createError('NOT_EMBEDDED')
  return here.account
}
