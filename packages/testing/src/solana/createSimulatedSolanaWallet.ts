import { createRpc } from '../evm/createRpc.ts'
import { createStandardWallet, type SimulatedStandard } from '../standard/createStandardWallet.ts'
import { publicKeyOf } from './solanaAccounts.ts'
import { solanaFeatureObjects } from './solanaFeatureObjects.ts'
import { prepareSolana } from './solanaMethods.ts'
import { resolveSolanaOptions, type SimulatedSolanaOptions } from './solanaOptions.ts'

/** A simulated Solana wallet: real keys, real chains, scripted behavior. */
export interface SimulatedSolanaWallet extends SimulatedStandard {}

/**
 * Makes a Wallet Standard wallet with real Ed25519 keys that signs for Solana and sends to the given chains. For a wallet
 * of two ecosystems make one of these and a `createSimulatedWallet` with the same name: their pictures are the same then.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedSolanaWallet(given: SimulatedSolanaOptions): SimulatedSolanaWallet {
  const options = resolveSolanaOptions(given)
  const callNode = createRpc(options.post)
  return createStandardWallet({
    ...options,
    namespace: 'solana',
    chains: options.chains.map(({ id }) => id),
    publicKeyOf,
    signing: solanaFeatureObjects,
    // Only one prompt to connect may be open.
    slots: { 'standard:connect': 'accounts', 'solana:signIn': 'accounts' },
    prepare: (ctx, method, params) => prepareSolana({ ...ctx, options, callNode }, method, params),
  })
}
