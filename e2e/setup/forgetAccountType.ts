import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readStack } from './stack.ts'

/** Makes the services' record of a wallet what it is for wallets from before there were account types. */
export function forgetAccountType(email: string): void {
  const database = new DatabaseSync(join(readStack().data, 'services', 'latchkey.db'), { timeout: 10_000 })
  try {
    const { changes } = database
      .prepare(
        `UPDATE custody_wallets SET account_type = NULL
         WHERE account_type IS NOT NULL AND account_id = (SELECT account_id FROM login_identities WHERE label = ?)`,
      )
      .run(email)
    if (Number(changes) !== 1) throw new Error(`There is no wallet with a type of ${email}`)
  } finally {
    database.close()
  }
}
