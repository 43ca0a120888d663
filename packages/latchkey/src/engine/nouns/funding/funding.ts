/** Which ways to more funds there are for the active account, by the word of the services: what leads nowhere is not offered (SPEC-NOTES §2). */
import type { CaipAsset } from '../../../contract/caip19.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** An asset that can be deposited. Texts are cleaned (T67). */
export interface DepositAsset {
  readonly asset: CaipAsset
  readonly shown: SentAsset
  readonly name: string
  /** By way of the services. */
  readonly iconUrl?: string
}

export type DepositAssets =
  | { readonly at: 'loading' | 'failed' }
  /** Empty: no exchange sends anything to this network. */
  | { readonly at: 'known'; readonly assets: readonly DepositAsset[] }

/** Whether a way is there: `failed` is not known, because the services did not answer. */
export type Support = 'loading' | 'yes' | 'no' | 'failed'

/** Reached by `engine.funding()`, in a chunk of its own. */
export interface Funding {
  /** What exchanges send to the network of the active account. */
  readonly deposits: Readable<DepositAssets>
  /** Whether a provider sells anything in the active namespace. */
  readonly buying: Readable<Support>
  /** Asks for what is on and not known, each at most once in 5 min, also when the account moves. Returns the stop. */
  watch(): () => void
  /** Asks again for what failed. */
  retry(): void
}
