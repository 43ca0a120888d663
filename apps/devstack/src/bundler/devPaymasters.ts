import { delegatedContracts, safeContracts } from 'latchkey/services'
import artifact from '../../contracts/artifacts/LatchkeyPaymaster.json' with { type: 'json' }
import { planContract } from '../contracts/planContract.ts'
import { bundlerAccounts } from './bundlerAccounts.ts'

const { signer, deployer } = bundlerAccounts

/** Our paymasters, one for each entry point: 0.7 of the Safe, 0.8 of EIP-7702. */
export const devPaymasters = [safeContracts.entryPoint, delegatedContracts.entryPoint].map(entryPoint => ({
  entryPoint,
  ...planContract(artifact, [entryPoint, signer.address, deployer.address]),
}))
