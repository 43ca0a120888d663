import type { DevAccount } from '../chains/devAccounts.ts'
import { deriveAccount } from '../chains/devAccounts.ts'

/** The account that the ramp and the exchange pay from: the eleventh of the public mnemonic, which no node holds and nothing else uses. */
export const rampAccount: DevAccount = deriveAccount(10)
