import artifact from '../../contracts/artifacts/LatchkeyDelegator.json' with { type: 'json' }
import { planContract } from '../contracts/planContract.ts'
import { delegationFramework } from './delegationPlan.ts'

/** What the delegators of Safes are clones of (ERC-7710). Unaudited. Its bytes lead to its address, which frames and services pin. */
export const devDelegator = planContract(artifact, [delegationFramework.DelegationManager])
