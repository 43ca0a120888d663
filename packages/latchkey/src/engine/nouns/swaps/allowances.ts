import type { Amount } from '../../../contract/amount.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** An allowance that is still there without a swap or payment that needs it. */
export interface OpenAllowance {
  readonly token: SentAsset
  readonly spender: string
  readonly provider?: string
  readonly amount: Amount
  readonly caipNetworkId: CaipNetworkId
}

/** Allowances that were approved from here and are not used up, read from the chain. */
export interface Allowances {
  readonly open: Readable<readonly OpenAllowance[]>
  refresh(): Promise<void>
  /** Asks the wallet to set it to zero. @throws LatchkeyError as sending. */
  revoke(allowance: OpenAllowance): Promise<void>
}
