import { createStandardWallet, type SimulatedStandard } from '../standard/createStandardWallet.ts'
import { type SuiTestAccount, suiPublicKeyOf } from './suiAccounts.ts'
import { prepareSui, suiFeatureObjects } from './suiMethods.ts'
import { resolveSuiOptions, type SimulatedSuiOptions } from './suiOptions.ts'

/** A simulated Sui wallet: real keys, scripted behavior. */
export interface SimulatedSuiWallet extends SimulatedStandard {}

/**
 * Makes a Wallet Standard wallet with real Ed25519, secp256k1 and secp256r1 keys that signs personal messages for Sui, and transactions
 * where `build` is given. It sends nothing.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedSuiWallet(given: SimulatedSuiOptions): SimulatedSuiWallet {
  const options = resolveSuiOptions(given)
  return createStandardWallet<SuiTestAccount>({
    ...options,
    namespace: 'sui',
    publicKeyOf: suiPublicKeyOf,
    signing: suiFeatureObjects,
    // Only one prompt to connect may be open.
    slots: { 'standard:connect': 'accounts' },
    prepare: (ctx, method, params) => prepareSui({ ...ctx, options }, method, params),
  })
}
