import { type DevAccount, deriveAccount } from '../chains/devAccounts.ts'

/**
 * Accounts of the dev mnemonic beyond those that are unlocked: nothing else of the stack uses their nonces. They hold what the
 * node gives them at each start.
 */
export const bundlerAccounts = {
  /** Sends the bundles. */
  executor: deriveAccount(11),
  /** Deploys what the bundler simulates with. */
  utility: deriveAccount(12),
  /** Puts the contracts on the chain, and owns the paymasters. */
  deployer: deriveAccount(13),
  /** Signs for the paymasters: the services have this key. */
  signer: deriveAccount(14),
} as const satisfies Readonly<Record<string, DevAccount>>
