import type { ApprovalProgress, ApprovalRequest } from '../provider/approval.ts'
import type { NetworkFacts } from '../provider/networkFacts.ts'
import type { SeenCall } from './effects/exchange.ts'

/** What effects are put into words with. */
export interface Telling
  extends Pick<ApprovalProgress, 'tokens' | 'prices' | 'names' | 'known' | 'holders' | 'deposits'>,
    Pick<ApprovalRequest, 'account' | 'chainId' | 'payee'> {
  readonly network: NetworkFacts
  /** Whether the nodes may still say more. */
  readonly isAsking: boolean
  /** What a node says that the call in question does by itself; absent: none does. */
  readonly outcome?: SeenCall | undefined
}
